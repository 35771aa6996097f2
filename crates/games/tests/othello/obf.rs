//! OBF files.

use super::*;

/// FFO 40, 47 and 59.
const RECORDS: &str = "\
O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36; D8:+34; C1:+30; B1:+30; G7:+28; D7:+28; C6:+28; F7:+26; A6:+24;
-OOOOO----OOOO---OOOOX--XXXXXX---OXOOX--OOOXOX----OOXX----XXXX-- O; G2:+4; G6:-24; G4:-26; A5:-28; G3:-28; G5:-30; G7:-34; G8:-36;
O-OOOO--XOXXOX--XOOOXXX-XOOOXX--XOOXOX--XOXXX---X-XX------------ O; A8:+64; B1:+64; G1:+64; G5:+64; G6:+64; C8:+64; H3:+64; E8:+64; H4:+64; F7:+62; D8:+62; E7:+62; H2:+62; B8:+62; G2:+60; G4:+60; F6:+32;
";

fn rewritten(text: &str) -> String {
    obf::records(text).map(|record| format!("{}\n", record.expect("a record"))).collect()
}

#[test]
fn records_are_written_as_they_were_read() {
    assert_eq!(rewritten(RECORDS), RECORDS);
    let first = obf::records(RECORDS).next().expect("three").expect("a record");
    assert_eq!((first.scores().len(), first.best_score()), (10, Some(38)));
    assert_eq!(first.position().to_move(), Side::First);
}

#[test]
fn comments_blank_lines_and_case_do_not_matter() {
    let free = RECORDS.replace('\n', " % said\r\n\r\n%\r\n").to_lowercase();
    assert_eq!(rewritten(&free), RECORDS);
    assert_eq!(rewritten(RECORDS.trim_end().trim_end_matches(';')), RECORDS);
}

#[test]
fn the_ffo_suite_is_written_as_it_was_read() {
    let text = include_str!("../data/ffo-20-59.obf");
    let records = text.lines().filter(|line| !line.starts_with('%'));
    let records: Vec<&str> = records.collect();
    assert_eq!(records.len(), 40);
    assert_eq!(rewritten(text), records.join("\n") + "\n");
}

#[test]
fn a_pass_has_a_score_too() {
    let line = format!("{}; PS:-3;", Othello.position_text(&must_pass()));
    let record: obf::Record = line.parse().expect("a record");
    assert_eq!(record.scores(), [(Ply::Pass, -3)]);
    assert_eq!(record.to_string(), line);
}

#[test]
fn a_record_takes_scores_of_legal_moves_once_each() {
    let mut record = obf::Record::new(Othello.initial());
    let moves = Othello.legal_moves(&Othello.initial());
    assert_eq!(record.best_score(), None);
    for score in [2, 1000, -4] {
        record.set_score(moves[0], score).expect("legal");
        record.set_score(moves[1], -score).expect("legal");
    }
    assert!(record.set_score(Ply::Pass, 0).is_err());
    assert!(record.to_string().ends_with(" X; D3:-4; C4:+4;"));
}

#[test]
fn a_wrong_record_is_pointed_at_and_ends_the_reading() {
    let start = Othello.position_text(&Othello.initial());
    let form = "expected a move, a colon and a score, such as F5:+2";
    let range = "expected a whole number from -64 to +64";
    let hint = "expected one of d3 c4 f5 e6";
    for (fields, message) in [
        ("z9:+1", format!("2:69 'z9:+1' does not begin with a move; {form}")),
        ("f5", format!("2:69 'f5' has no score; {form}")),
        ("f5 +2", format!("2:69 'f5 +2' has no score; {form}")),
        ("f5:", format!("2:72 '' is no score; {range}")),
        ("f5:+65", format!("2:72 '+65' is no score; {range}")),
        ("f5:99999999999", format!("2:72 '99999999999' is no score; {range}")),
        ("f5:1.5", format!("2:72 '1.5' is no score; {range}")),
        ("f5:３", format!("2:72 '３' is no score; {range}")),
        ("a1:0", format!("2:69 Black turns no disc at a1; {hint}")),
        ("f5:0; F5:1", "2:75 f5 has two scores; expected each move once".to_owned()),
    ] {
        let file = format!("{start};\n{start}; {fields};\n{start};\n");
        let mut records = obf::records(&file);
        assert!(records.next().is_some_and(|record| record.is_ok()));
        assert_eq!(told(records.next().expect("a second")), message);
        assert!(records.next().is_none(), "nothing after an error");
    }
}

#[test]
fn a_single_record_stands_alone() {
    let one = RECORDS.lines().next().expect("three");
    assert!(one.parse::<obf::Record>().is_ok());
    assert_eq!(
        told("%".parse::<obf::Record>()),
        "1:1 there is no position; expected 64 squares and the side to move"
    );
    assert_eq!(
        told(RECORDS.parse::<obf::Record>()),
        "2:1 there is a second position; expected only one"
    );
}

#[test]
fn a_file_is_its_first_position_and_tells_how_many_it_holds() {
    let first = obf::records(RECORDS).next().expect("three").expect("a record");
    assert_eq!(Othello.parse_file(RECORDS).as_ref(), Ok(first.position()));
    assert_eq!(Othello.count_in_file(RECORDS), 3);
    assert_eq!(Othello.count_in_file(&Othello.file_text(first.position())), 1);
}
