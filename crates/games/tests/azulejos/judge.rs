//! The rules a second time, as plainly as they can be written, and the
//! fast ones beside them.

use super::*;

type Rows = Vec<Vec<u8>>;

fn rows(position: &Position) -> Rows {
    let colour =
        |row: usize, column: usize| position.colour(Tile { row: row as u8, column: column as u8 });
    let row = |row| (0..position.columns()).map(|column| colour(row, column)).collect();
    (0..position.rows()).map(row).collect()
}

/// Empties the group around a place and says how large it was.
fn empty_group(rows: &mut Rows, row: usize, column: usize, colour: u8) -> u32 {
    if colour == 0 || rows.get(row).and_then(|line| line.get(column)) != Some(&colour) {
        return 0;
    }
    rows[row][column] = 0;
    let around = [
        (row.wrapping_sub(1), column),
        (row + 1, column),
        (row, column.wrapping_sub(1)),
        (row, column + 1),
    ];
    1 + around.map(|(row, column)| empty_group(rows, row, column, colour)).iter().sum::<u32>()
}

fn settle(rows: &Rows) -> Rows {
    let (height, width) = (rows.len(), rows[0].len());
    let column = |column: usize| rows.iter().map(move |row| row[column]).filter(|&tile| tile > 0);
    let columns = (0..width).map(|c| column(c).collect::<Vec<u8>>());
    let mut settled = vec![vec![0; width]; height];
    for (c, column) in columns.filter(|column| !column.is_empty()).enumerate() {
        for (r, &tile) in column.iter().enumerate() {
            settled[height - column.len() + r][c] = tile;
        }
    }
    settled
}

/// Every group: its first place, its size, and the board without it.
fn groups(rows: &Rows) -> Vec<(Tile, u32, Rows)> {
    let mut seen = rows.clone();
    let mut groups = Vec::new();
    for row in 0..rows.len() {
        for column in 0..rows[0].len() {
            let colour = seen[row][column];
            if empty_group(&mut seen, row, column, colour) >= 2 {
                let mut rest = rows.clone();
                let size = empty_group(&mut rest, row, column, colour);
                let tile = Tile { row: row as u8, column: column as u8 };
                groups.push((tile, size, settle(&rest)));
            }
        }
    }
    groups
}

fn compare(game: &Azulejos, position: &Position) {
    let expected = groups(&rows(position));
    let found = game.groups(position);
    let at = text(position);
    assert_eq!(
        found.iter().map(|group| (group.tile, group.size)).collect::<Vec<_>>(),
        expected.iter().map(|&(tile, size, _)| (tile, size)).collect::<Vec<_>>(),
        "{at}"
    );
    assert_eq!(game.legal_moves(position), found.iter().map(|g| g.tile).collect::<Vec<_>>());
    for (group, (tile, size, rest)) in found.iter().zip(expected) {
        assert_eq!(group.colour, position.colour(tile), "{at}");
        assert_eq!(group.points, points(size), "{at}");
        let mut next = position.clone();
        game.play(&mut next, tile);
        assert_eq!(rows(&next), rest, "{at} after {tile:?}");
        let mover = game.to_move(position);
        let mut score = position.score(mover) + points(size);
        if rest.iter().flatten().all(|&tile| tile == 0) {
            score = with_bonus(score);
        }
        assert_eq!(next.score(mover), score, "{at} after {tile:?}");
        assert_eq!(next.score(mover.other()), position.score(mover.other()));
        assert_eq!(game.to_move(&next), mover.other());
    }
}

#[test]
fn the_fast_rules_are_the_plain_ones() {
    let mut dice = Random::new(1);
    for round in 0..300 {
        let size = |dice: &mut Random| 1 + dice.below(if round % 10 == 0 { 24 } else { 8 });
        let (rows, columns) = (size(&mut dice), size(&mut dice));
        let game = generated(rows, columns, 1 + dice.below(5), round);
        plywood_game::testkit::random_game(&game, &mut dice, |position, _| {
            compare(&game, position);
        });
    }
}

#[test]
fn shapes_that_join_late_are_one_group() {
    let comb = board(9, 15, |r, c| if c % 2 == 0 || r == 8 { 1 } else { 2 });
    let hooks = board(20, 20, |r, c| 1 + u8::from(r.min(c).min(19 - r).min(19 - c) % 2 == 0));
    let snake =
        board(11, 11, |r, c| 1 + u8::from(r % 2 == 1 && c != if r % 4 == 1 { 10 } else { 0 }));
    for position in [comb, hooks, snake] {
        compare(&Azulejos::any(), &position);
    }
}

#[test]
fn settling_on_load_is_settling_in_play() {
    let mut dice = Random::new(9);
    for _ in 0..300 {
        let (height, width) = (1 + dice.below(6), 1 + dice.below(6));
        let scattered: Rows = (0..height)
            .map(|_| (0..width).map(|_| dice.below(7).saturating_sub(3) as u8).collect())
            .collect();
        let loaded = board(height, width, |r, c| scattered[r][c]);
        assert_eq!(rows(&loaded), settle(&scattered));
    }
}
