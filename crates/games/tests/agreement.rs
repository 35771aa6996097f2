//! The fast games against the judges: what a fast game says of a position, its
//! judge must say too.
//!
//! [`agree`] is the check. The tests of `agree` itself play a judge that wears
//! the clothes of a game: as it is, it agrees with itself; with any one flaw it
//! is found out.

use plywood_game::{Game, Move, Notation, Random, perft};
use plywood_games::azulejos::Azulejos;
use plywood_games::delta::Delta;
use plywood_games::mnk::{MOST_WORDS, Mnk, Params};
use plywood_games::othello::Othello;
use plywood_judges::{AzulejosJudge, DeltaJudge, Judge, MnkJudge, OthelloJudge};

/// Games in which positions repeat can go on for ever; they are left here.
const LONGEST_CYCLIC_GAME: usize = 100;

/// Plays random games on both from the game's start, as [`agree_from`].
fn agree<G: Notation, N: Judge>(game: &G, judge: &N, games: usize, seed: u64) {
    agree_from(game, &game.initial(), judge, games, seed);
}

/// Plays random games from `start` on both, move by move, and compares at
/// every position, the last one included:
/// - the legal moves, as sorted texts;
/// - the outcome;
/// - the texts, both ways: each reads what the other writes as its own
///   position. As the text names the side to move, so does this.
///
/// # Panics
/// At the first difference, with the moves that led there.
fn agree_from<G: Notation, N: Judge>(
    game: &G,
    start: &G::Position,
    judge: &N,
    games: usize,
    seed: u64,
) {
    let mut dice = Random::new(seed);
    let longest = if game.can_repeat() { LONGEST_CYCLIC_GAME } else { usize::MAX };
    for _ in 0..games {
        let mut position = start.clone();
        let start = game.position_text(&position);
        let mut state = judge.read(&start).unwrap_or_else(|error| panic!("{start}: {error}"));
        let mut played = Vec::new();
        loop {
            let place = format!("in {} after {played:?}", judge.write(&state));
            compare(game, &position, judge, &state, &place);
            let moves = game.legal_moves(&position);
            let Some(&mv) = dice.pick(&moves).filter(|_| played.len() < longest) else {
                break;
            };
            let text = game.move_text(&position, mv);
            let next = judge.play(&state, &text);
            state = next.unwrap_or_else(|error| panic!("playing differs: {error}, {place}"));
            game.play(&mut position, mv);
            played.push(text);
        }
    }
}

fn compare<G: Notation, N: Judge>(
    game: &G,
    position: &G::Position,
    judge: &N,
    state: &N::State,
    place: &str,
) {
    let moves = game.legal_moves(position);
    let mut fast: Vec<String> = moves.iter().map(|&mv| game.move_text(position, mv)).collect();
    let mut plain = judge.moves(state);
    fast.sort_unstable();
    plain.sort_unstable();
    assert_eq!(fast, plain, "the moves differ {place}");
    assert_eq!(game.outcome(position), judge.outcome(state), "the outcome differs {place}");
    let read = judge.read(&game.position_text(position));
    assert_eq!(read.as_ref(), Ok(state), "the position's text differs {place}");
    let parsed = game.parse_position(&judge.write(state));
    assert_eq!(parsed.as_ref(), Ok(position), "the judge's text is read differently {place}");
}

fn mnk_agrees<const W: usize>(params: (u16, u16, u32), games: usize) {
    let (rows, columns, k) = params;
    for exact in [false, true] {
        let params = Params::new(rows, columns, k).expect("good parameters");
        let game = Mnk::<W>::new(if exact { params.exactly() } else { params });
        let judge = MnkJudge { rows: rows.into(), columns: columns.into(), k: k as usize, exact };
        agree(&game, &judge, games, 1);
    }
}

#[test]
fn mnk_agrees_with_its_judge() {
    mnk_agrees::<1>((3, 3, 3), 4_000);
    mnk_agrees::<1>((4, 6, 4), 2_500);
    mnk_agrees::<1>((6, 6, 4), 2_000);
    mnk_agrees::<1>((7, 3, 2), 1_000);
    mnk_agrees::<1>((1, 9, 1), 100);
    mnk_agrees::<2>((9, 9, 5), 500);
    mnk_agrees::<4>((15, 15, 5), 20);
    mnk_agrees::<8>((20, 25, 5), 3);
    mnk_agrees::<MOST_WORDS>((24, 30, 6), 2);
}

/// The number of positions after that many moves, by the judge.
fn plain_perft<N: Judge>(judge: &N, state: &N::State, depth: u32) -> u64 {
    let turns = judge.turns(state);
    match depth {
        0 => 1,
        1 => turns.len() as u64,
        _ => {
            turns.iter().map(|turn| plain_perft(judge, &judge.after(state, turn), depth - 1)).sum()
        }
    }
}

#[test]
fn perft_is_the_judges_where_exactly_k_win() {
    for (rows, columns, k) in [(3, 3, 2), (1, 8, 3), (4, 3, 3), (2, 7, 3)] {
        let params = Params::new(rows, columns, k).expect("good parameters").exactly();
        let game = Mnk::<1>::new(params);
        let (rows, columns) = (usize::from(rows), usize::from(columns));
        let judge = MnkJudge { rows, columns, k: k as usize, exact: true };
        let start = judge.read(&game.position_text(&game.initial())).expect("a position");
        for depth in 1..=7 {
            let plain = plain_perft(&judge, &start, depth);
            assert_eq!(perft(&game, &game.initial(), depth), plain, "{params} to {depth}");
        }
    }
}

#[test]
fn azulejos_agrees_with_its_judge() {
    let shapes = [(5, 5, 3), (6, 6, 4), (1, 9, 2), (9, 2, 2), (10, 10, 4), (4, 12, 5)];
    for seed in 0..10_000 {
        let (rows, columns, colours) = shapes[seed as usize % shapes.len()];
        let game = Azulejos::generated(rows, columns, colours, seed).expect("good parameters");
        agree(&game, &AzulejosJudge, 1, seed);
    }
}

#[test]
fn othello_agrees_with_its_judge() {
    let start = "---------------------------OX------XO--------------------------- X";
    assert_eq!(Othello.position_text(&Othello.initial()), start);
    agree(&Othello, &OthelloJudge, 10_000, 1);
}

#[test]
fn delta_agrees_with_its_judge() {
    for (game, second_turn_must_place) in [(Delta::standard(), false), (Delta::placement(), true)] {
        let judge = DeltaJudge { second_turn_must_place, pieces: 9 };
        agree(&game, &judge, 10_000, 1);
    }
}

/// Files that a solver writes with the game's packed moves are read by the
/// judge with its own numbers.
fn numbers_agree<G: Notation, N: Judge>(game: &G, judge: &N, games: usize) {
    let mut dice = Random::new(7);
    for _ in 0..games {
        let mut position = game.initial();
        for _ in 0..LONGEST_CYCLIC_GAME {
            let moves = game.legal_moves(&position);
            let state = judge.read(&game.position_text(&position)).expect("a position");
            assert_eq!(judge.to_move(&state), game.to_move(&position));
            let mut fast: Vec<(String, u32)> =
                moves.iter().map(|&mv| (game.move_text(&position, mv), mv.pack())).collect();
            let turns = judge.turns(&state);
            let mut plain: Vec<(String, u32)> =
                turns.iter().map(|turn| (judge.name(&state, turn), judge.code(turn))).collect();
            fast.sort_unstable();
            plain.sort_unstable();
            assert_eq!(fast, plain, "in {}", judge.write(&state));
            let Some(&mv) = dice.pick(&moves) else { break };
            game.play(&mut position, mv);
        }
    }
}

#[test]
fn a_judge_numbers_moves_as_the_game_packs_them() {
    let params = Params::new(4, 6, 4).expect("good parameters");
    let judge = MnkJudge { rows: 4, columns: 6, k: 4, exact: false };
    numbers_agree(&Mnk::<1>::new(params), &judge, 20);
    numbers_agree(&Othello, &OthelloJudge, 50);
    numbers_agree(
        &Delta::standard(),
        &DeltaJudge { second_turn_must_place: false, pieces: 9 },
        200,
    );
    let azulejos = Azulejos::generated(6, 7, 3, 1).expect("good parameters");
    numbers_agree(&azulejos, &AzulejosJudge, 50);
}

#[test]
fn delta_with_fewer_pieces_agrees_with_its_judge() {
    for (pieces, second_turn_must_place) in (4..=8).flat_map(|n| [(n, false), (n, true)]) {
        let variant = if second_turn_must_place { Delta::placement() } else { Delta::standard() };
        let game = variant.with_pieces(pieces as u32).expect("a variant");
        agree(&game, &DeltaJudge { second_turn_must_place, pieces }, 1_000, 1);
    }
}

/// Random games seldom get far into the phase of lifting, so some start there:
/// nine pieces a side, anywhere.
#[test]
fn delta_agrees_with_its_judge_when_pieces_are_lifted() {
    let (game, judge) =
        (Delta::standard(), DeltaJudge { second_turn_must_place: false, pieces: 9 });
    let mut dice = Random::new(1);
    let mut unfinished = 0;
    for seed in 0..2_000 {
        let mut cells: Vec<char> = "*********ooooooooo.......".chars().collect();
        for index in (1..cells.len()).rev() {
            cells.swap(index, dice.below(index + 1));
        }
        let rows: Vec<String> = cells.chunks(5).map(|row| row.iter().collect()).collect();
        let text = format!("{} {}", rows.join("/"), ['*', 'o'][seed as usize % 2]);
        // Where both sides have a line, both must refuse.
        let Ok(start) = game.parse_position(&text) else {
            assert!(judge.read(&text).is_err(), "{text}");
            continue;
        };
        unfinished += u32::from(game.outcome(&start).is_none());
        agree_from(&game, &start, &judge, 1, seed);
    }
    assert!(unfinished > 1_000, "most boards are unfinished: {unfinished}");
}

/// Boards whose groups are found in parts that join only at the end: combs,
/// rings and a snake; and tiles in the air, which fall when the board is read.
#[test]
fn azulejos_agrees_on_boards_that_join_late() {
    let board = |colour: &dyn Fn(usize, usize) -> usize| {
        let row = |row| (0..15).map(|column| colour(row, column).to_string()).collect::<String>();
        format!("0,0;{} 1", (0..15).map(row).collect::<Vec<_>>().join("/"))
    };
    let comb = board(&|row, column| if column % 2 == 0 || row == 14 { 1 } else { 2 });
    let rings = board(&|r, c| 1 + r.min(c).min(14 - r).min(14 - c) % 2);
    let turn = |row: usize| if row % 4 == 1 { 14 } else { 0 };
    let snake = board(&|row, column| 1 + usize::from(row % 2 == 1 && column != turn(row)));
    let floating = board(&|row, column| (row * 7 + column * 3 + row * column) % 5 % 3);
    let game = Azulejos::any();
    for text in [comb, rings, snake, floating] {
        let start = game.parse_position(&text).expect(&text);
        agree_from(&game, &start, &AzulejosJudge, 20, 1);
    }
}

mod agree_itself {
    use super::agree;
    use plywood_game::{Game, Move, Notation, Outcome, Side, TextError, mix};
    use plywood_judges::{AzulejosJudge, DeltaJudge, Judge, MnkJudge, OthelloJudge};

    /// What is wrong with the game.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Flaw {
        None,
        ForgetsAMove,
        NamesAMoveWrongly,
        MissesTheEnd,
        PlaysAnotherMove,
        WritesTheStart,
        ReadsTheStart,
    }

    /// A judge in the clothes of a game: positions are its texts, moves are
    /// numbers in its list.
    #[derive(Clone)]
    struct Disguised<N> {
        judge: N,
        start: &'static str,
        repeats: bool,
        flaw: Flaw,
    }

    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    struct Nth(u32);

    impl Move for Nth {
        fn pack(self) -> u32 {
            self.0
        }

        fn unpack(bits: u32) -> Option<Self> {
            Some(Nth(bits))
        }
    }

    impl<N: Judge> Disguised<N> {
        fn state(&self, position: &str) -> N::State {
            self.judge.read(position).expect("a text of the judge")
        }

        fn texts(&self, position: &str) -> Vec<String> {
            self.judge.moves(&self.state(position))
        }
    }

    impl<N: Judge + Clone + Send + Sync + 'static> Game for Disguised<N> {
        type Position = String;
        type Move = Nth;
        type Undo = String;

        fn initial(&self) -> String {
            self.judge.write(&self.state(self.start))
        }

        fn to_move(&self, position: &String) -> Side {
            if position.ends_with(['x', 'X', '*', '1']) { Side::First } else { Side::Second }
        }

        fn outcome(&self, position: &String) -> Option<Outcome> {
            let outcome = self.judge.outcome(&self.state(position));
            outcome.filter(|_| self.flaw != Flaw::MissesTheEnd)
        }

        fn moves(&self, position: &String, moves: &mut Vec<Nth>) {
            let all = self.texts(position).len() as u32;
            let forgotten = u32::from(self.flaw == Flaw::ForgetsAMove && all > 1);
            moves.extend((forgotten..all).map(Nth));
        }

        fn play(&self, position: &mut String, Nth(number): Nth) -> String {
            let texts = self.texts(position);
            let shift = usize::from(self.flaw == Flaw::PlaysAnotherMove);
            let mv = &texts[(number as usize + shift) % texts.len()];
            let next = self.judge.play(&self.state(position), mv).expect("a move of the judge");
            std::mem::replace(position, self.judge.write(&next))
        }

        fn undo(&self, position: &mut String, before: String) {
            *position = before;
        }

        fn key(&self, position: &String) -> u64 {
            position.bytes().fold(0, |key, byte| mix(key ^ u64::from(byte)))
        }

        fn can_repeat(&self) -> bool {
            self.repeats
        }
    }

    impl<N: Judge + Clone + Send + Sync + 'static> Notation for Disguised<N> {
        fn name(&self) -> String {
            "disguised".to_owned()
        }

        fn move_text(&self, position: &String, Nth(number): Nth) -> String {
            let text = self.texts(position)[number as usize].clone();
            if self.flaw == Flaw::NamesAMoveWrongly { text.to_uppercase() } else { text }
        }

        fn position_text(&self, position: &String) -> String {
            if self.flaw == Flaw::WritesTheStart { self.initial() } else { position.clone() }
        }

        fn parse_position(&self, text: &str) -> Result<String, TextError> {
            if self.flaw == Flaw::ReadsTheStart {
                return Ok(self.initial());
            }
            match self.judge.read(text) {
                Ok(state) => Ok(self.judge.write(&state)),
                Err(error) => Err(TextError::new(text, 0, error, "a position")),
            }
        }
    }

    fn tic_tac_toe(flaw: Flaw) {
        let judge = MnkJudge { rows: 3, columns: 3, k: 3, exact: false };
        let game = Disguised { judge, start: ".../.../... x", repeats: false, flaw };
        agree(&game, &judge, 50, 1);
    }

    #[test]
    fn every_judge_agrees_with_itself() {
        tic_tac_toe(Flaw::None);
        let flaw = Flaw::None;
        let start = "---------------------------OX------XO--------------------------- X";
        let othello = Disguised { judge: OthelloJudge, start, repeats: false, flaw };
        agree(&othello, &OthelloJudge, 10, 1);
        let start = "...../...../...../...../..... *";
        for second_turn_must_place in [false, true] {
            let judge = DeltaJudge { second_turn_must_place, pieces: 9 };
            agree(&Disguised { judge, start, repeats: true, flaw }, &judge, 50, 1);
        }
        let start = "0,0;11223/31212/33121/22313 1";
        let azulejos = Disguised { judge: AzulejosJudge, start, repeats: false, flaw };
        agree(&azulejos, &AzulejosJudge, 50, 1);
    }

    #[test]
    #[should_panic(expected = "the moves differ")]
    fn a_forgotten_move_is_found_out() {
        tic_tac_toe(Flaw::ForgetsAMove);
    }

    #[test]
    #[should_panic(expected = "the moves differ")]
    fn a_move_with_a_wrong_name_is_found_out() {
        tic_tac_toe(Flaw::NamesAMoveWrongly);
    }

    #[test]
    #[should_panic(expected = "the outcome differs")]
    fn an_end_that_is_missed_is_found_out() {
        tic_tac_toe(Flaw::MissesTheEnd);
    }

    #[test]
    #[should_panic(expected = "differ")]
    fn a_move_that_does_something_else_is_found_out() {
        tic_tac_toe(Flaw::PlaysAnotherMove);
    }

    #[test]
    #[should_panic(expected = "the position's text differs")]
    fn a_position_that_is_written_wrongly_is_found_out() {
        tic_tac_toe(Flaw::WritesTheStart);
    }

    #[test]
    #[should_panic(expected = "the judge's text is read differently")]
    fn a_position_that_is_read_wrongly_is_found_out() {
        tic_tac_toe(Flaw::ReadsTheStart);
    }

    #[test]
    #[should_panic(expected = "the moves differ")]
    fn a_variant_is_not_the_other() {
        let [may, must] =
            [false, true].map(|must| DeltaJudge { second_turn_must_place: must, pieces: 9 });
        let start = "...../...../...../...../..... *";
        agree(&Disguised { judge: may, start, repeats: true, flaw: Flaw::None }, &must, 1, 1);
    }
}
