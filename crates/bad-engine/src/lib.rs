//! # What can go wrong with an engine?
//!
//! The list of faults of the engine `bad-engine`, each with what a manager must
//! make of it. Nothing of this is a part of the command `plywood`.

/// A fault, and what comes of it.
#[derive(Debug, Clone, Copy)]
pub struct Fault {
    /// Its name, the argument of `bad-engine`.
    pub name: &'static str,
    /// The cause that is recorded; none if the fault must be tolerated.
    pub cause: Option<&'static str>,
    /// A part of the recorded detail.
    pub detail: &'static str,
    /// Options that the fault needs, in brackets after the protocol.
    pub options: &'static str,
}

const fn fault(name: &'static str, cause: &'static str, detail: &'static str) -> Fault {
    Fault { name, cause: Some(cause), detail, options: "" }
}

const fn tolerated(name: &'static str) -> Fault {
    Fault { name, cause: None, detail: "", options: "" }
}

/// All of them.
pub const FAULTS: [Fault; 38] = [
    tolerated("none"),
    fault("no-greeting", "timeout", "no ugiok within"),
    fault("wrong-greeting", "timeout", "its last line: 'uciok'"),
    fault("crash-at-start", "crash", "exit status 7; its last words: no book"),
    fault("exit-at-start", "crash", "exit status 0"),
    fault("hang-at-start", "timeout", "no ugiok within"),
    fault("hang-in-new-game", "timeout", "no readyok within"),
    fault("hang-in-ready", "timeout", "no readyok within"),
    fault("crash-in-new-game", "crash", "exit status 8"),
    fault("crash-in-move", "crash", "exit status 9"),
    fault("panic-in-move", "crash", "exit status 101"),
    fault("killed-in-move", "crash", "signal 9"),
    fault("hang-in-move", "timeout", "no move after"),
    fault("late-move", "timeout", "no move after"),
    fault("partial-line", "timeout", "an unfinished line: 'bestmove'"),
    fault("partial-line-and-exit", "crash", "in the middle of the line 'bestmo'"),
    fault("endless-line", "protocol", "a line of more than 65536 bytes"),
    fault("endless-line-at-start", "protocol", "a line of more than 65536 bytes"),
    fault("flood", "timeout", "no move after"),
    fault("occupied-cell", "illegal", ""),
    fault("outside-cell", "illegal", ""),
    fault("no-cell", "illegal", ""),
    fault("empty-bestmove", "protocol", "bestmove without a move"),
    fault("bestmove-none", "protocol", "bestmove (none) in an open game"),
    fault("closed-input", "protocol", "closed its standard input"),
    fault("closed-output", "protocol", "closed its standard output"),
    fault("ignores-term", "timeout", "no move after"),
    fault("crash-with-children", "crash", "exit status 10"),
    Fault { options: "memory=300,", ..fault("memory", "resource", "memory=300") },
    Fault { options: "cpu=1,", ..fault("processor", "resource", "cpu=1") },
    fault("admitted", "resource", "no heap left"),
    tolerated("ignores-quit"),
    tolerated("children"),
    tolerated("answers-out-of-order"),
    tolerated("bestmove-without-go"),
    tolerated("banners-and-tabs"),
    tolerated("stderr-flood"),
    tolerated("talks-in-the-others-time"),
];
