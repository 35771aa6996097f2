//! What a page needs of the workbench.

use plywood_game::Side;
use plywood_workbench::{Error, FieldKind, Forfeit, PlayerSpec, Record, Start, Workbench};

#[test]
fn what_a_page_offers_can_be_opened() {
    let workbench = Workbench::standard();
    let open =
        |game: &str| workbench.open(game, &Start::default(), 1).map(|session| session.game());
    for entry in workbench.games() {
        for preset in &entry.presets {
            let game = open(&preset.game).expect("a preset is a game");
            assert!(game.starts_with(&preset.game), "{game} is not {}", preset.game);
        }
        let Some(pattern) = &entry.pattern else { continue };
        for end in 0..2 {
            let filled = entry.fields.iter().fold(pattern.clone(), |words, field| {
                let value = match &field.kind {
                    FieldKind::Number { least, most, .. } => [least, most][end].to_string(),
                    FieldKind::Choice { choices, .. } => {
                        choices[end % choices.len()].value.to_owned()
                    }
                    FieldKind::Seed => "7".to_owned(),
                    FieldKind::Time | FieldKind::Text { .. } => panic!("no game takes one"),
                };
                words.replace(&format!("{{{}}}", field.name), &value)
            });
            assert_eq!(open(&filled).as_ref(), Ok(&filled));
        }
    }
}

#[test]
fn every_offered_option_of_a_player_is_understood() {
    let workbench = Workbench::standard();
    for entry in workbench.players(None).expect("players") {
        let parsed: PlayerSpec = entry.name.parse().expect("a name is a player");
        assert_eq!(parsed.to_string(), entry.name);
        let family = workbench.games().find(|game| Some(&game.name) == entry.game.as_ref());
        let game = family.map_or("gomoku", |family| &family.example);
        let session = workbench.open(game, &Start::default(), 0).expect("a game");
        for option in &entry.options {
            let values = match &option.kind {
                FieldKind::Number { least, most, .. } => vec![least.to_string(), most.to_string()],
                FieldKind::Time => vec!["500ms".to_owned()],
                FieldKind::Seed => vec![u64::MAX.to_string()],
                FieldKind::Choice { choices, .. } => {
                    choices.iter().map(|c| c.value.to_owned()).collect()
                }
                FieldKind::Text { form, .. } => panic!("no control for {form}"),
            };
            // An empty one is left out.
            for value in values.iter().filter(|value| !value.is_empty()) {
                let text = format!("{}[{}={value}]", entry.name, option.name);
                let player: PlayerSpec = text.parse().expect("an option is understood");
                assert_eq!(player.to_string(), text);
                assert_eq!(workbench.admit(&*session, &player), Ok(()));
            }
        }
    }
}

#[test]
fn a_game_can_be_seen_as_it_was_after_each_of_its_moves() {
    let workbench = Workbench::standard();
    let mut session = workbench.open("othello", &Start::default(), 0).expect("a game");
    let mut seen = vec![session.snapshot()];
    for mv in ["f5", "d6", "c3", "d3", "c4"] {
        session.play(mv).expect("legal");
        seen.push(session.snapshot());
    }
    for (ply, snapshot) in seen.iter().enumerate() {
        assert_eq!(session.snapshot_at(ply).as_ref(), Some(snapshot));
        assert_eq!(session.to_move_at(ply), Some(snapshot.to_move));
    }
    assert_eq!((session.ply(), session.snapshot_at(6), session.to_move_at(6)), (5, None, None));
}

#[test]
fn a_loss_on_the_clock_is_saved_and_can_be_taken_back() {
    let workbench = Workbench::standard();
    let mut session = workbench.open("tictactoe", &Start::default(), 0).expect("a game");
    session.forfeit(Forfeit::Overtime(Side::Second)).expect("it goes on");
    assert_eq!(session.snapshot().status(), "x wins: the time of o is up");
    assert_eq!(session.forfeit(Forfeit::Resigned(Side::First)), Err(Error::GameOver));
    let text = session.record().to_string();
    assert_eq!(text, "plywood game 1\ngame mnk:3,3,3\novertime second\n");
    let record: Record = text.parse().expect("a saved game");
    assert_eq!(workbench.resume(&record).expect("a game").snapshot(), session.snapshot());
    assert!(session.undo() && session.ending().is_none());
}
