//! Every law of the rules, the notation, the symmetries and the view.

use super::random_game;
use crate::{Cell, Game, Move, Playable, Random};
use std::collections::{HashMap, HashSet};

/// Checks every law on `games` random games.
///
/// # Panics
/// If a law is broken, with its name and the moves that led there.
pub fn assert_laws<G: Playable>(game: &G, games: u32, seed: u64) {
    assert!(!game.name().is_empty(), "a game has a name");
    let mut dice = Random::new(seed);
    let mut inspector = Inspector { game, keys: HashMap::new(), strangers: Vec::new() };
    for _ in 0..games {
        let mut visited = HashSet::new();
        random_game(game, &mut dice, |position, played| {
            inspector.inspect(position, played);
            let again = !visited.insert(game.key(position));
            let foreseen = game.can_repeat() && game.can_recur(position);
            assert!(!again || foreseen, "only what can recur recurs, after {played:?}");
        });
    }
}

struct Inspector<'a, G: Game> {
    game: &'a G,
    /// Every position seen by its key: two positions must not share one.
    keys: HashMap<u64, G::Position>,
    /// Moves of other positions, to be refused where they are not legal.
    strangers: Vec<G::Move>,
}

/// How many moves of other positions are tried in each position.
const STRANGERS: usize = 64;

impl<G: Playable> Inspector<'_, G> {
    fn inspect(&mut self, position: &G::Position, played: &[G::Move]) {
        let moves = self.game.legal_moves(position);
        let at = || format!("after {played:?} in {}", self.game.position_text(position));
        self.moves_are_listed_exactly_while_the_game_goes_on(position, &moves, &at);
        self.moves_are_distinct_and_pack(position, &moves, &at);
        self.undo_restores_the_position(position, &moves, &at);
        self.illegal_moves_are_refused(position, &moves, &at);
        self.text_round_trips(position, &moves, &at);
        self.symmetries_commute_with_moves(position, &moves, &at);
        self.views_fit_the_board(position, &moves, &at);
        self.passing_changes_only_the_side(position, &at);
        let text = at();
        let twin = self.keys.entry(self.game.key(position)).or_insert_with(|| position.clone());
        assert_eq!(twin, position, "two positions share a key: {text}");
        if self.strangers.len() < STRANGERS {
            self.strangers.extend(moves.iter().take(4));
        }
        if self.game.outcome(position).is_some() {
            self.whole_games_round_trip(played);
        }
    }

    fn moves_are_listed_exactly_while_the_game_goes_on(
        &self,
        position: &G::Position,
        moves: &[G::Move],
        at: &dyn Fn() -> String,
    ) {
        let over = self.game.outcome(position).is_some();
        assert_eq!(moves.is_empty(), over, "moves exactly while the game goes on: {}", at());
        let margin = self.game.outcome(position).and_then(crate::Outcome::margin);
        assert!(margin.is_none() || self.game.counts_points(), "it counts points: {}", at());
        let counted = self.game.count_moves(position);
        assert_eq!(counted, moves.len() as u64, "count_moves counts moves: {}", at());
        assert_eq!(moves, self.game.legal_moves(position), "the order is fixed: {}", at());
    }

    fn moves_are_distinct_and_pack(
        &self,
        position: &G::Position,
        moves: &[G::Move],
        at: &dyn Fn() -> String,
    ) {
        let mut packed = HashSet::new();
        for &mv in moves {
            assert!(packed.insert(mv.pack()), "{mv:?} is listed once: {}", at());
            assert_eq!(G::Move::unpack(mv.pack()), Some(mv), "{mv:?} packs: {}", at());
            assert!(self.game.is_legal(position, mv), "{mv:?} is legal: {}", at());
        }
    }

    fn undo_restores_the_position(
        &self,
        position: &G::Position,
        moves: &[G::Move],
        at: &dyn Fn() -> String,
    ) {
        let key = self.game.key(position);
        for &mv in moves {
            let mut played = position.clone();
            let undo = self.game.play(&mut played, mv);
            assert_ne!(self.game.key(&played), key, "{mv:?} changes the key: {}", at());
            self.game.undo(&mut played, undo);
            assert_eq!(&played, position, "undo of {mv:?} restores: {}", at());
            assert_eq!(self.game.key(&played), key, "undo of {mv:?} restores the key: {}", at());
        }
    }

    fn illegal_moves_are_refused(
        &self,
        position: &G::Position,
        moves: &[G::Move],
        at: &dyn Fn() -> String,
    ) {
        for &mv in self.strangers.iter().filter(|mv| !moves.contains(mv)) {
            let mut untouched = position.clone();
            let refused = self.game.try_play(&mut untouched, mv).is_err();
            assert!(refused, "{mv:?} is not listed and is refused: {}", at());
            assert_eq!(&untouched, position, "refusing {mv:?} changes nothing: {}", at());
        }
    }

    fn text_round_trips(&self, position: &G::Position, moves: &[G::Move], at: &dyn Fn() -> String) {
        let line = self.game.position_text(position);
        assert!(!line.contains('\n'), "one line: {}", at());
        let file = self.game.file_text(position);
        for again in [self.game.parse_position(&line), self.game.parse_file(&file)] {
            let again =
                again.unwrap_or_else(|error| panic!("reads its own text: {error} {}", at()));
            assert_eq!(&again, position, "text round-trips: {}", at());
            let key = self.game.key(&again);
            assert_eq!(key, self.game.key(position), "the key is that from scratch: {}", at());
        }
        let mut texts = HashSet::new();
        for &mv in moves {
            let text = self.game.move_text(position, mv);
            let again = self.game.parse_move(position, &text);
            assert_eq!(again, Ok(mv), "{text} round-trips: {}", at());
            assert!(texts.insert(text), "each move has its own text: {}", at());
        }
    }

    fn whole_games_round_trip(&self, played: &[G::Move]) {
        let start = self.game.initial();
        let text = self.game.moves_text(&start, played);
        let again = self.game.parse_moves(&start, &text);
        assert_eq!(again.as_deref(), Ok(played), "the game round-trips: {text}");
    }

    fn symmetries_commute_with_moves(
        &self,
        position: &G::Position,
        moves: &[G::Move],
        at: &dyn Fn() -> String,
    ) {
        let game = self.game;
        assert_eq!(&game.transform(0, position), position, "0 is the identity: {}", at());
        let canonical = game.canonical_key(position).0;
        for symmetry in 0..game.symmetries() {
            let image = game.transform(symmetry, position);
            let back = game.transform(game.inverse(symmetry), &image);
            assert_eq!(&back, position, "symmetry {symmetry} inverts: {}", at());
            assert_eq!(game.outcome(&image), game.outcome(position), "same outcome: {}", at());
            assert_eq!(game.to_move(&image), game.to_move(position), "same side: {}", at());
            assert_eq!(game.canonical_key(&image).0, canonical, "same canonical key: {}", at());
            let mut images: Vec<_> =
                moves.iter().map(|&mv| game.transform_move(symmetry, position, mv)).collect();
            for (&mv, &its_image) in moves.iter().zip(&images) {
                let (mut one, mut other) = (position.clone(), image.clone());
                game.play(&mut one, mv);
                game.play(&mut other, its_image);
                let same = game.transform(symmetry, &one) == other;
                assert!(same, "symmetry {symmetry} commutes with {mv:?}: {}", at());
            }
            let mut legal = game.legal_moves(&image);
            images.sort_unstable();
            legal.sort_unstable();
            assert_eq!(images, legal, "symmetry {symmetry} maps the moves: {}", at());
        }
    }

    fn views_fit_the_board(
        &self,
        position: &G::Position,
        moves: &[G::Move],
        at: &dyn Fn() -> String,
    ) {
        let picture = self.game.picture(position, None);
        let size = usize::from(picture.rows) * usize::from(picture.columns);
        assert_eq!(picture.cells.len(), size, "a content a cell: {}", at());
        assert_eq!(picture.row_labels.len(), usize::from(picture.rows), "row labels: {}", at());
        let columns = usize::from(picture.columns);
        assert_eq!(picture.column_labels.len(), columns, "column labels: {}", at());
        let on_board = |cells: &[u16]| cells.iter().all(|&cell| usize::from(cell) < size);
        assert!(on_board(&picture.decisive), "the decisive cells are on the board: {}", at());
        let mut clicks = HashSet::new();
        for &mv in moves {
            let steps = self.game.steps(position, mv);
            let good = steps.iter().all(|step| !step.is_empty() && on_board(step));
            assert!(good, "the steps of {mv:?} are on the board: {}", at());
            let preview = self.game.preview(position, mv);
            assert!(on_board(&preview.cells), "so is the preview of {mv:?}: {}", at());
            let captioned = !steps.is_empty() || preview.label.is_some();
            assert!(captioned, "{mv:?} has no steps and so a label: {}", at());
            for way in ways_to_click(&steps) {
                assert!(clicks.insert(way), "no two moves share their clicks, {mv:?}: {}", at());
            }
        }
        for way in &clicks {
            let ambiguous = (1..way.len()).any(|length| clicks.contains(&way[..length]));
            assert!(!ambiguous, "no move's clicks begin another's, {way:?}: {}", at());
        }
    }

    fn passing_changes_only_the_side(&self, position: &G::Position, at: &dyn Fn() -> String) {
        if let Some(passed) = self.game.pass_turn(position) {
            let over = self.game.outcome(position).is_some();
            assert!(!over, "nobody passes in a finished game: {}", at());
            let side = self.game.to_move(position).other();
            assert_eq!(self.game.to_move(&passed), side, "a pass turns the side: {}", at());
            let keys = (self.game.key(position), self.game.key(&passed));
            assert_ne!(keys.0, keys.1, "a pass changes the key: {}", at());
        }
    }
}

/// Every series of clicks that makes a move with these steps.
fn ways_to_click(steps: &[Vec<Cell>]) -> Vec<Vec<Cell>> {
    let mut ways = vec![Vec::new()];
    for step in steps {
        let longer = ways.iter().flat_map(|way| {
            step.iter().map(move |&cell| {
                let mut way: Vec<Cell> = way.clone();
                way.push(cell);
                way
            })
        });
        ways = longer.collect();
    }
    ways
}
