//! Text that has suffered.

use super::*;

/// Texts with a few characters replaced, added, removed or doubled.
fn damaged(text: &str, dice: &mut Random) -> String {
    const LETTERS: [char; 19] = [
        'X', 'O', '-', '*', ' ', ';', ':', '%', '[', ']', '\\', '/', '+', '8', 'B', '(', ')', 'é',
        '\n',
    ];
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=dice.below(3) {
        let at = dice.below(letters.len());
        let letter = dice.pick(&LETTERS).copied().expect("some");
        match dice.below(4) {
            0 => letters[at] = letter,
            1 => letters.insert(at, letter),
            2 => letters.insert(at, letters[at]),
            _ => drop(letters.remove(at)),
        }
    }
    letters.into_iter().collect()
}

#[test]
fn whatever_is_read_from_damaged_text_can_be_written_and_read_again() {
    let obf = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36;";
    let ggf = r"(;GM[Othello]PB[\\a\]]DT[2003]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5/1.5/2]W[D6//3];)";
    let mut dice = Random::new(3);
    let mut read = 0;
    for _ in 0..20_000 {
        let text = damaged(obf, &mut dice);
        let _ = Othello.parse_position(&text);
        if let Ok(record) = text.parse::<obf::Record>() {
            assert_eq!(record.to_string().parse(), Ok(record), "{text}");
            read += 1;
        }
        let text = damaged(ggf, &mut dice);
        let _ = Othello.parse_file(&text);
        if let Ok(record) = text.parse::<ggf::Record>() {
            assert_eq!(record.to_string().parse(), Ok(record), "{text}");
            read += 1;
        }
        let text = damaged(GAME_WITH_PASS, &mut dice);
        if let Ok(moves) = Othello.parse_moves(&Othello.initial(), &text) {
            let again = Othello.moves_text(&Othello.initial(), &moves);
            assert_eq!(Othello.parse_moves(&Othello.initial(), &again), Ok(moves), "{text}");
            read += 1;
        }
    }
    assert!(read > 1000, "some damage is harmless: {read}");
}
