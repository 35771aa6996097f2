//! Games of an event in the forms that other programs read.

mod event;
mod ggf;
mod psq;

pub use event::{Export, Form};
pub use ggf::ggf;
pub use psq::psq;

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_game::Game;
    use plywood_games::othello;
    use plywood_workbench::{Record, Workbench};

    fn record(text: &str) -> Record {
        text.parse().expect("a saved game")
    }

    #[test]
    fn an_othello_game_is_read_again_from_its_ggf() {
        let saved = record(
            "plywood game 1\ngame othello\nmoves f5d6c3d3c4\novertime second\nfirst Ann [x]\n\
             second Bob\ntimes 1500 20 7\ndepths 4 - 5\nvalues +150 - margin:-2\n",
        );
        let text = ggf(&Workbench::standard(), &saved).expect("Othello");
        let read: othello::ggf::Record = text.parse().expect("GGF");
        assert_eq!(read.black.as_deref(), Some("Ann [x]"));
        assert_eq!(read.result.as_deref(), Some("+64.00:t"));
        assert_eq!(read.comment.as_deref(), Some("opening: Tiger"));
        let moves = read.moves();
        assert_eq!((moves.len(), moves[0].seconds, moves[2].seconds), (5, None, Some(1.5)));
        assert_eq!((moves[2].evaluation, moves[4].evaluation), (Some(1.5), Some(-2.0)));
        assert!(othello::Othello.outcome(read.position()).is_none());
        assert_eq!(ggf(&Workbench::standard(), &record("plywood game 1\ngame tictactoe\n")), None);
    }

    #[test]
    fn a_gomoku_game_as_piskvork_saves_it() {
        let saved = record(
            "plywood game 1\ngame mnk:15,15,5\nmoves h8 a15 o1\nfirst Ann\nsecond Bob\ntimes 250 30\n",
        );
        let text = psq(&Workbench::standard(), &saved).expect("a board");
        assert_eq!(
            text,
            "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n1,1,250\r\n15,15,30\r\nAnn\r\nBob\r\n-1\r\n"
        );
        assert_eq!(psq(&Workbench::standard(), &record("plywood game 1\ngame othello\n")), None);
    }
}
