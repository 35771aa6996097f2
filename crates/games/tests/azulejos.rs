//! The laws of Azulejos, seen from outside.

use plywood_game::testkit::{assert_laws, playthrough};
use plywood_game::{
    Content, Game, Move, Notation, Outcome, Random, Side, TextError, View, perft, perft_played,
};
use plywood_games::azulejos::{Azulejos, Position, Tile, points, with_bonus};

#[path = "azulejos/reading.rs"]
mod reading;

fn generated(rows: usize, columns: usize, colours: usize, seed: u64) -> Azulejos {
    Azulejos::generated(rows, columns, colours, seed).expect("a board")
}

fn position(line: &str) -> Position {
    Azulejos::any().parse_position(line).expect(line)
}

fn text(position: &Position) -> String {
    Azulejos::any().position_text(position)
}

/// The position after the moves of `words`.
fn after(line: &str, words: &str) -> String {
    let mut board = position(line);
    for mv in Azulejos::any().parse_moves(&board, words).expect(words) {
        Azulejos::any().try_play(&mut board, mv).expect(words);
    }
    text(&board)
}

fn words(position: &Position) -> Vec<String> {
    let game = Azulejos::any();
    game.legal_moves(position).iter().map(|&mv| game.move_text(position, mv)).collect()
}

/// A whole board of up to 100x100 from the colour of each place.
fn board(rows: usize, columns: usize, colour: impl Fn(usize, usize) -> u8) -> Position {
    let row = |r| (0..columns).map(|c| char::from(b'0' + colour(r, c))).collect::<String>();
    position(&format!("0,0;{} 1", (0..rows).map(row).collect::<Vec<_>>().join("/")))
}

/// The picture that the shifts of a move make of the picture before it.
fn shifted(game: &Azulejos, before: &Position, mv: Tile) -> Vec<Content> {
    let mut cells = game.picture(before, None).cells;
    let shifts = game.shifts(before, mv);
    let moved: Vec<Content> = shifts.iter().map(|[from, _]| cells[usize::from(*from)]).collect();
    for &cell in &game.preview(before, mv).cells {
        cells[usize::from(cell)] = Content::Empty;
    }
    for [from, _] in &shifts {
        cells[usize::from(*from)] = Content::Empty;
    }
    for ([_, to], content) in shifts.iter().zip(moved) {
        cells[usize::from(*to)] = content;
    }
    cells
}

#[test]
fn the_tiles_fall_to_where_they_are_seen_to_fall() {
    for seed in 0..20 {
        let (game, mut dice) = (generated(6, 7, 3, seed), Random::new(seed));
        let mut position = game.initial();
        while let Some(&mv) = dice.pick(&game.legal_moves(&position)) {
            let expected = shifted(&game, &position, mv);
            assert!(Some(0) < game.most_plies_left(&position));
            game.play(&mut position, mv);
            assert_eq!(game.picture(&position, None).cells, expected);
        }
        assert_eq!(game.most_plies_left(&position), Some(0));
    }
}

mod laws {
    use super::*;

    #[test]
    fn small_boards_obey_the_laws() {
        for (rows, columns, colours) in
            [(1, 1, 1), (1, 9, 2), (9, 1, 2), (2, 2, 1), (3, 4, 2), (5, 5, 3), (5, 5, 9), (6, 4, 4)]
        {
            for seed in 0..4 {
                assert_laws(&generated(rows, columns, colours, seed), 40, seed);
            }
        }
    }

    #[test]
    fn larger_boards_obey_the_laws() {
        assert_laws(&Azulejos::any(), 40, 1);
        assert_laws(&generated(15, 17, 4, 3), 3, 1);
        assert_laws(&generated(16, 16, 2, 3), 3, 2);
        assert_laws(&generated(30, 20, 5, 3), 1, 3);
    }

    #[test]
    fn long_boards_obey_the_laws() {
        assert_laws(&generated(1, 100, 3, 1), 10, 1);
        assert_laws(&generated(100, 1, 3, 1), 10, 1);
    }

    /// Positions are equal only if their pieces are, and a text that is read
    /// has its pieces found from scratch.
    #[test]
    fn the_largest_boards_keep_their_pieces_up_to_date() {
        for colours in [2, 4, 9] {
            let game = generated(100, 100, colours, 1);
            let (mut position, mut dice) = (game.initial(), Random::new(1));
            for _ in 0..200 {
                let Some(&mv) = dice.pick(&game.legal_moves(&position)) else { break };
                game.play(&mut position, mv);
                let read = game.parse_position(&game.position_text(&position));
                assert_eq!(read.as_ref(), Ok(&position));
            }
        }
    }

    /// The counts were found by a program that shares nothing with this one.
    #[test]
    fn sequences_of_moves_are_counted_right_in_both_ways() {
        let expected: [(Azulejos, &[u64]); 5] = [
            (generated(5, 5, 4, 1), &[6, 27, 89, 209, 385, 642, 938]),
            (generated(6, 8, 3, 2), &[10, 89, 698, 4761, 27837]),
            (generated(10, 10, 4, 1), &[20, 371, 6383, 101_886]),
            (generated(20, 20, 4, 1), &[80, 6273]),
            (Azulejos::any(), &[19, 351, 6271, 108_019]),
        ];
        for (game, counts) in expected {
            for (depth, &count) in (1..).zip(counts) {
                assert_eq!(perft(&game, &game.initial(), depth), count, "{}", game.name());
                assert_eq!(perft_played(&game, &game.initial(), depth), count, "{}", game.name());
            }
        }
    }

    #[test]
    fn a_played_through_game_stays_as_it_was_read() {
        insta::assert_snapshot!("azulejos_5x5", playthrough(&generated(5, 5, 3, 1), 1));
        insta::assert_snapshot!("azulejos_emptied", playthrough(&generated(4, 6, 2, 6), 2));
    }
}

mod rules {
    use super::*;

    #[test]
    fn tiles_fall_down() {
        assert_eq!(after("0,0;123/145/665 1", "(2,0)"), "1,0;003/125/145 2");
    }

    #[test]
    fn tiles_fall_by_as_many_as_were_taken_below_them() {
        assert_eq!(after("0,0;12/31/41/14/14 1", "(3,1)"), "1,0;10/30/42/11/11 2");
        let ring = "0,0;2345/1114/1314/1112/2233 1";
        assert_eq!(after(ring, "(1,0)"), "16,0;0005/0004/0304/2342/2233 2");
    }

    #[test]
    fn empty_columns_close_to_the_left() {
        assert_eq!(after("0,0;2134/2143 1", "(0,1)"), "1,0;2340/2430 2");
        assert_eq!(after("0,0;1234/1243 1", "(1,0)"), "1,0;2340/2430 2");
        assert_eq!(after("0,0;2341/2431 1", "(0,3)"), "1,0;2340/2430 2");
    }

    #[test]
    fn several_columns_close_at_once() {
        assert_eq!(after("0,0;21311/41151 1", "(1,1)"), "2,0;20110/43510 2");
        assert_eq!(after("0,0;00300/21114 1", "(1,1)"), "2,0;00000/23400 2");
        assert_eq!(after("0,0;211124/212124/211134 1", "(0,1)"), "16,0;202400/202400/223400 2");
    }

    #[test]
    fn loading_settles_the_board() {
        assert_eq!(text(&position("7,8;1200/0000/0030 2")), "7,8;0000/0000/1230 2");
        assert_eq!(text(&position("0,0;0102/0000 1")), "0,0;0000/1200 1");
    }

    #[test]
    fn groups_are_worth_their_points() {
        for (size, worth) in [(2, 1), (3, 2), (4, 4), (5, 8), (6, 12), (7, 14), (100, 200)] {
            let row = "1".repeat(size) + &"0".repeat(100 - size);
            let other = "2".to_owned() + &"0".repeat(99);
            let line = format!("10,20;{other}/{row} 2");
            let end = after(&line, "(1,0)");
            assert!(end.starts_with(&format!("10,{};", 20 + worth)), "{end}");
        }
    }

    #[test]
    fn emptying_the_board_multiplies_the_whole_score_and_cuts_it() {
        assert_eq!(after("0,0;11 1", "(0,0)"), "1,0;00 2");
        assert_eq!(after("2,0;11 1", "(0,0)"), "3,0;00 2");
        assert_eq!(after("3,0;11 1", "(0,0)"), "5,0;00 2");
        assert_eq!(after("9,50;11 1", "(0,0)"), "13,50;00 2", "only the mover's score");
        assert_eq!(after("50,8;11 2", "(0,0)"), "50,11;00 1", "9 * 1.3 is 11.7");
        assert_eq!(after("99,0;112 1", "(0,0)"), "100,0;200 2", "one tile is left");
    }

    #[test]
    fn the_game_ends_when_no_group_is_left() {
        let outcome = |line| Azulejos::any().outcome(&position(line));
        assert_eq!(outcome("5,3;12/21 1"), Some(Outcome::Margin(2)));
        assert_eq!(outcome("3,5;1 2"), Some(Outcome::Margin(-2)));
        assert_eq!(outcome("3,3;00/00 2"), Some(Outcome::Margin(0)));
        assert_eq!(outcome("3,3;00/11 2"), None);
        assert_eq!(outcome("3,3;10/10 2"), None);
        assert_eq!(outcome("3,3;100/001 2"), None, "the columns close");
    }

    #[test]
    fn a_checkerboard_has_no_group() {
        for (rows, columns) in [(2, 2), (1, 100), (100, 1), (100, 100)] {
            let checkered = board(rows, columns, |r, c| 1 + ((r + c) % 2) as u8);
            let game = Azulejos::any();
            assert_eq!(game.outcome(&checkered), Some(Outcome::Margin(0)));
            assert_eq!(game.legal_moves(&checkered), []);
            assert_eq!(game.pass_turn(&checkered), None);
        }
    }

    #[test]
    fn one_colour_is_one_group_however_large() {
        let game = Azulejos::any();
        for (rows, columns) in [(1, 2), (1, 100), (100, 1), (37, 100), (100, 100)] {
            let mut plain = board(rows, columns, |_, _| 9);
            let size = (rows * columns) as u32;
            let groups = game.groups(&plain);
            assert_eq!(groups.len(), 1);
            assert_eq!(groups[0].size, size);
            let before = plain.clone();
            let undo = game.try_play(&mut plain, groups[0].tile).expect("legal");
            assert_eq!(plain.score(Side::First), with_bonus(points(size)));
            assert_eq!(
                game.outcome(&plain),
                Some(Outcome::Margin(with_bonus(points(size)) as i32))
            );
            game.undo(&mut plain, undo);
            assert_eq!(plain, before);
        }
    }

    #[test]
    fn only_the_first_tile_of_a_group_is_a_move() {
        let game = Azulejos::any();
        let corner = position("0,0;212/112/333 1");
        assert_eq!(words(&corner), ["(0,1)", "(0,2)", "(2,0)"]);
        let legal = game.legal_moves(&corner);
        for bits in (0..0x1_0000).chain([0x1_0000, u32::MAX]) {
            let Some(mv) = Tile::unpack(bits) else {
                assert!(bits > 0xffff);
                continue;
            };
            assert_eq!(game.is_legal(&corner, mv), legal.contains(&mv), "{mv:?}");
            assert_eq!(game.try_play(&mut corner.clone(), mv).is_ok(), legal.contains(&mv));
        }
    }

    #[test]
    fn the_key_knows_the_frame_the_scores_and_the_side() {
        let key = |line| Azulejos::any().key(&position(line));
        let lines = [
            "0,0;11/11 1",
            "0,0;11/11 2",
            "1,0;11/11 1",
            "0,1;11/11 1",
            "0,0;22/22 1",
            "0,0;00/11 1",
            "0,0;10/10 1",
            "0,0;110/110 1",
            "0,0;00/11/11 1",
            "0,0;1111 1",
        ];
        let mut keys: Vec<u64> = lines.iter().map(|line| key(line)).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), lines.len());
        assert_eq!(key("0,0;1100/0011 1"), key("0,0;0000/1111 1"), "the same once settled");
    }

    #[test]
    fn passing_hands_the_board_over() {
        let passed = Azulejos::any().pass_turn(&position("1,2;11 1")).expect("a group is left");
        assert_eq!(text(&passed), "1,2;11 2");
    }
}

mod boards {
    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_board() {
        let boards: Vec<String> =
            (0..4).map(|seed| text(&generated(5, 5, 4, seed).initial())).collect();
        insta::assert_snapshot!("azulejos_seeds", boards.join("\n"));
        assert_eq!(text(&Azulejos::any().initial()), text(&generated(10, 10, 4, 0).initial()));
        let largest = generated(100, 100, 9, u64::MAX);
        assert_eq!(format!("{:016x}", largest.key(&largest.initial())), "b128e48af72bae4b");
    }

    #[test]
    fn every_colour_is_as_likely() {
        let mut counts = [0_u32; 10];
        let first = generated(100, 100, 9, 5).initial();
        for (row, column) in (0..100).flat_map(|row| (0..100).map(move |column| (row, column))) {
            counts[usize::from(first.colour(Tile { row, column }))] += 1;
        }
        assert_eq!(counts[0], 0);
        assert!(counts[1..].iter().all(|count| (1000..1230).contains(count)), "{counts:?}");
    }

    #[test]
    fn sizes_and_colours_have_their_limits() {
        let refused = |rows, columns, colours| {
            Azulejos::generated(rows, columns, colours, 0).expect_err("refused").to_string()
        };
        assert_eq!(refused(0, 5, 4), "0 rows; expected from 1 to 100");
        assert_eq!(refused(5, 101, 4), "101 columns; expected from 1 to 100");
        assert_eq!(refused(5, 5, 10), "10 colours; expected from 1 to 9");
        assert_eq!(
            refused(usize::MAX, 5, 0),
            format!("{} rows; expected from 1 to 100", usize::MAX)
        );
    }

    #[test]
    fn a_name_names_its_own_game() {
        for game in [generated(20, 30, 4, 1), generated(100, 1, 9, u64::MAX)] {
            let name = game.name();
            let params = name.strip_prefix("azulejos:").expect("its name");
            assert_eq!(Azulejos::parse_params(params, 5), Ok(game));
        }
        assert_eq!(Azulejos::any().name(), "azulejos");
    }

    #[test]
    fn parameters_may_be_left_out() {
        let read = |text| Azulejos::parse_params(text, 7).expect(text);
        assert_eq!(read(""), generated(10, 10, 4, 7));
        assert_eq!(read("3x5"), generated(3, 5, 4, 7));
        assert_eq!(read("3x5,2"), generated(3, 5, 2, 7));
        assert_eq!(read("3x5,seed=9"), generated(3, 5, 4, 9));
        assert_eq!(read("3x5, 2, seed=9"), generated(3, 5, 2, 9));
    }

    #[test]
    fn wrong_parameters_are_pointed_at() {
        let side = "a whole number from 1 to 100";
        let colours = "a whole number from 1 to 9";
        let all = "the size, the colours and the seed, as in 10x10,4,seed=1";
        for (text, column, problem, expected) in [
            ("10", 1, "'10' is no size", "rows, x and columns, as in 10x10"),
            (",4", 1, "'' is no size", "rows, x and columns, as in 10x10"),
            ("0x5", 1, "the number of rows is '0'", side),
            ("5x101", 3, "the number of columns is '101'", side),
            ("-5x5", 1, "the number of rows is '-5', below zero", side),
            ("5x", 3, "the number of columns is missing", side),
            ("5x5x5", 4, "the number of columns is '5x5', no whole number", side),
            ("٥x5", 1, "the number of rows is '٥', no whole number", side),
            ("5x5,10", 5, "the number of colours is '10'", colours),
            ("5x5,0", 5, "the number of colours is '0'", colours),
            ("5x5,", 5, "the number of colours is missing", colours),
            ("5x5,red", 5, "the number of colours is 'red', no whole number", colours),
            ("5x5,4,7", 7, "'7' is no parameter", all),
            ("5x5,sed=7", 5, "'sed=7' is no parameter", all),
            (
                "5x5,4,seed=",
                12,
                "the seed is missing",
                "a whole number from 0 to 18446744073709551615",
            ),
            (
                "5x5,4,seed=18446744073709551616",
                12,
                "the seed is '18446744073709551616'",
                "a whole number from 0 to 18446744073709551615",
            ),
            ("5x5,4,seed=1,2", 14, "there is '2' after the seed", "nothing more"),
        ] {
            let error = Azulejos::parse_params(text, 7).expect_err(text);
            assert_eq!(
                (error.column(), error.problem(), error.expected()),
                (column, problem, expected)
            );
        }
    }
}

mod view {
    use super::*;

    #[test]
    fn a_click_on_any_tile_takes_the_group() {
        let game = Azulejos::any();
        let corner = position("0,0;212/112/333 1");
        let steps = |row, column| game.steps(&corner, Tile { row, column });
        assert_eq!(steps(0, 1), [[1, 3, 4]]);
        assert_eq!(steps(2, 0), [[6, 7, 8]]);
    }

    #[test]
    fn a_preview_tells_the_points_and_the_bonus() {
        let label = |line, row, column| {
            let preview = Azulejos::any().preview(&position(line), Tile { row, column });
            preview.label.expect("points")
        };
        assert_eq!(label("0,0;112 1", 0, 0), "1 point");
        assert_eq!(label("0,0;1112 1", 0, 0), "2 points");
        assert_eq!(label("72,0;11111 1", 0, 0), "8 points, and the board is empty: 104 in all");
        assert_eq!(label("72,9;00/11 2", 1, 0), "1 point, and the board is empty: 13 in all");
    }

    #[test]
    fn the_picture_shows_tiles_scores_and_the_last_move() {
        let game = Azulejos::any();
        let last = Tile { row: 1, column: 0 };
        let picture = game.picture(&position("3,4;00/12 1"), Some(last));
        assert_eq!(picture.to_string(), "0 | . .\n1 | 1 2\n  +----\n    0 1\n");
        assert_eq!(picture.cells[2], Content::Tile(1));
        assert_eq!(picture.last, [2]);
        let captions: Vec<_> =
            picture.captions.iter().map(|c| format!("{} {}", c.label, c.value)).collect();
        assert_eq!(captions, ["Player 1 3", "Player 2 4"]);
        let far = Tile { row: 200, column: 200 };
        assert_eq!(game.picture(&position("3,4;12 1"), Some(far)).last, []);
    }
}
