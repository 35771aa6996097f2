//! Reads the values of a draft, each with its place for messages.

use super::draft::{AdjudicationDraft, LimitsDraft, OpeningsDraft, SprtDraft, wrong};
use super::resolve::Surroundings;
use super::{Adjudication, Agreement, OpeningSource};
use crate::pair_opening::distinct_openings;
use crate::{Hypotheses, Model, Openings};
use plywood_game::{TimeKind, quoted};
use plywood_workbench::{ClockRules, Error, Limits, LimitsReport, nearest, parse_time};
use std::time::Duration;
use toml::Spanned;

/// The most openings that are drawn before an event begins.
const MOST_OPENINGS: usize = 100_000;
/// The longest name of an event or a player.
const LONGEST_NAME: usize = 100;

/// The text of the draft, for messages.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) around: &'a Surroundings<'a>,
}

impl Reader<'_> {
    /// An error of the workbench about a value, at its place.
    pub(super) fn at<T>(&self, value: &Spanned<T>, error: &Error) -> Error {
        let (problem, expected) = match error {
            Error::Text { error, .. } => (error.problem().to_owned(), error.expected().to_owned()),
            Error::UnknownGame { .. } => (error.to_string(), "a game that is known".to_owned()),
            Error::UnknownPlayer { .. } => (error.to_string(), "a player that is known".to_owned()),
            Error::PlaysAnother { .. } => {
                (error.to_string(), "players that play every game of the event".to_owned())
            }
            Error::ProcessorTime { .. } => {
                let text = error.to_string();
                let problem = text.split("; ").next().unwrap_or_default().to_owned();
                (problem, "a limit of time instead".to_owned())
            }
            // Messages that say themselves what to do have a semicolon.
            other => {
                let text = other.to_string();
                let parts = text.split_once("; ").map(|(a, b)| (a.to_owned(), b.to_owned()));
                parts.unwrap_or((text, "a value that can be used".to_owned()))
            }
        };
        wrong(self.text, value.span().start, problem, expected)
    }

    pub(super) fn name(&self, name: &Spanned<String>) -> Result<String, Error> {
        let text = name.get_ref().trim();
        let fits = (1..=LONGEST_NAME).contains(&text.chars().count());
        if fits && !text.contains(char::is_control) {
            return Ok(text.to_owned());
        }
        let expected = format!("1 to {LONGEST_NAME} printable characters");
        let problem = format!("{} is no name", quoted(text));
        Err(wrong(self.text, name.span().start, problem, expected))
    }

    /// A number from 1 to `most`.
    pub(super) fn number(
        &self,
        value: &Option<Spanned<usize>>,
        key: &str,
        usual: usize,
        most: usize,
    ) -> Result<usize, Error> {
        self.number_from(1, value, key, usual, most)
    }

    pub(super) fn number_from(
        &self,
        least: usize,
        value: &Option<Spanned<usize>>,
        key: &str,
        usual: usize,
        most: usize,
    ) -> Result<usize, Error> {
        let Some(value) = value else { return Ok(usual) };
        match *value.get_ref() {
            number if (least..=most).contains(&number) => Ok(number),
            number => {
                let problem = format!("{key} is {number}");
                let expected = format!("a whole number from {least} to {most}");
                Err(wrong(self.text, value.span().start, problem, expected))
            }
        }
    }

    /// One of these words.
    pub(super) fn choice(
        &self,
        value: &Option<Spanned<String>>,
        names: &[&'static str],
        usual: &'static str,
    ) -> Result<&'static str, Error> {
        let Some(value) = value else { return Ok(usual) };
        let word = value.get_ref();
        names.iter().find(|name| *name == word).copied().ok_or_else(|| {
            let hint = nearest(word, names.iter().copied());
            let hint = hint.map_or(String::new(), |name| format!(" (did you mean {name}?)"));
            let problem = format!("{} is unknown here{hint}", quoted(word));
            let expected = format!("one of {}", names.join(", "));
            wrong(self.text, value.span().start, problem, expected)
        })
    }

    pub(super) fn time(&self, value: &Option<Spanned<String>>) -> Result<Option<Duration>, Error> {
        let Some(value) = value else { return Ok(None) };
        parse_time(value.get_ref()).map(Some).ok_or_else(|| {
            let problem = format!("{} is no time", quoted(value.get_ref()));
            wrong(self.text, value.span().start, problem, "a time in ms, s or m, such as 500ms")
        })
    }

    pub(super) fn limits(
        &self,
        draft: &LimitsDraft,
    ) -> Result<(LimitsReport, Option<ClockRules>), Error> {
        let parse = |text: &Spanned<String>| {
            text.get_ref().parse::<ClockRules>().map_err(|error| self.at(text, &error))
        };
        let clock = draft.clock.as_ref().map(parse).transpose()?;
        let times = [&draft.time, &draft.processor_time, &draft.clock];
        if let [one, _, ..] = times.into_iter().flatten().collect::<Vec<_>>()[..] {
            let problem = match draft.clock {
                Some(_) => "a time for each move and a clock are both given",
                None => "a time for each move and a processor time are both given",
            };
            return Err(wrong(self.text, one.span().start, problem, "one of them"));
        }
        let depth = draft.depth.as_ref().map(|depth| (*depth.get_ref() as usize, depth.span()));
        let depth = depth.map(|(depth, span)| Spanned::new(span, depth));
        let depth = match &depth {
            Some(_) => Some(self.number(&depth, "depth", 1, 1000)? as u32),
            None => None,
        };
        if let Some(nodes) = draft.nodes.as_ref().filter(|nodes| *nodes.get_ref() == 0) {
            let expected = "a whole number from 1";
            return Err(wrong(self.text, nodes.span().start, "nodes is 0", expected));
        }
        let nodes = draft.nodes.as_ref().map(|nodes| *nodes.get_ref());
        let (time, time_kind) = match self.time(&draft.processor_time)? {
            Some(time) => (Some(time), TimeKind::Processor),
            None => (self.time(&draft.time)?, TimeKind::Real),
        };
        let limits = Limits { depth, nodes, time, time_kind, ..Limits::default() };
        Ok((LimitsReport::from(&limits), clock))
    }

    pub(super) fn openings(
        &self,
        game: &str,
        draft: &OpeningsDraft,
        seed: u64,
    ) -> Result<OpeningSource, Error> {
        let around = self.around;
        if let Some(file) = &draft.file {
            let others = [&draft.moves, &draft.balanced, &draft.count];
            if let Some(other) = others.into_iter().flatten().next() {
                let problem = "a file of openings and random openings are both given";
                return Err(wrong(self.text, other.span().start, problem, "one of them"));
            }
            let text = (around.read)(file.get_ref()).map_err(|problem| {
                wrong(self.text, file.span().start, problem, "a file with an opening on each line")
            })?;
            let openings = Openings::read(around.workbench, game, &text);
            let openings = openings.map_err(|error| match error {
                Error::Text { error, .. } => {
                    let line = error.line();
                    let problem = format!(
                        "line {line} of {}, for {game}: {}",
                        quoted(file.get_ref()),
                        error.problem()
                    );
                    wrong(self.text, file.span().start, problem, error.expected())
                }
                other => self.at(file, &other),
            })?;
            return Ok(OpeningSource::Listed(openings.into_lines()));
        }
        let usual = if draft.balanced.is_some() || draft.count.is_some() { 4 } else { 0 };
        let moves = self.number_from(0, &draft.moves, "moves", usual, 100)?;
        let balanced_of = self.number(&draft.balanced, "balanced", 1, 10_000)?;
        let Some(count) = &draft.count else {
            return Ok(match moves {
                0 => OpeningSource::Start,
                _ => OpeningSource::Random { moves, balanced_of },
            });
        };
        let many = self.number(&draft.count, "count", 1, MOST_OPENINGS)?;
        let drawn = distinct_openings(
            around.workbench,
            game,
            (moves, balanced_of),
            many,
            seed,
            around.stop,
        );
        let drawn = drawn.map_err(|error| self.at(count, &error))?;
        if drawn.len() < many && !around.stop.load(std::sync::atomic::Ordering::Relaxed) {
            let found = drawn.len();
            let problem =
                format!("only {found} openings of {moves} random moves in {game} are different");
            let expected = format!("count = {found}, or more moves");
            return Err(wrong(self.text, count.span().start, problem, expected));
        }
        Ok(OpeningSource::Listed(drawn))
    }

    pub(super) fn adjudication(&self, draft: &AdjudicationDraft) -> Result<Adjudication, Error> {
        let agreement = match (&draft.agreement_moves, &draft.agreement_value) {
            (None, None) => None,
            (Some(_), Some(value)) => Some(Agreement {
                moves: self.number(&draft.agreement_moves, "agreement-moves", 1, 1000)?,
                value: match *value.get_ref() {
                    least @ 1.. => least,
                    _ => {
                        let problem = "agreement-value is not above 0";
                        let expected = "an estimate of the winning side, such as 500";
                        return Err(wrong(self.text, value.span().start, problem, expected));
                    }
                },
            }),
            (Some(moves), None) => {
                let problem = "agreement-value is missing";
                let expected = "an estimate from which a side counts as winning";
                return Err(wrong(self.text, moves.span().start, problem, expected));
            }
            (None, Some(value)) => {
                let problem = "agreement-moves is missing";
                let expected = "for how many moves of each player both agree";
                return Err(wrong(self.text, value.span().start, problem, expected));
            }
        };
        let length = match &draft.length {
            Some(_) => Some(self.number(&draft.length, "length", 1, 1_000_000)?),
            None => None,
        };
        Ok(Adjudication { exact: draft.exact, agreement, length })
    }

    pub(super) fn hypotheses(&self, placed: &Spanned<SprtDraft>) -> Result<Hypotheses, Error> {
        let draft = placed.get_ref();
        let usual = Hypotheses::default();
        let model = match self.choice(&draft.model, &["normalized", "logistic"], "normalized")? {
            "logistic" => Model::Logistic,
            _ => Model::Normalized,
        };
        let hypotheses = Hypotheses {
            elo0: draft.elo0.unwrap_or(usual.elo0),
            elo1: draft.elo1.unwrap_or(usual.elo1),
            alpha: draft.alpha.unwrap_or(usual.alpha),
            beta: draft.beta.unwrap_or(usual.beta),
            model,
        };
        let expected = "such as elo0 = 0, elo1 = 5, alpha = 0.05, beta = 0.05";
        let checked = hypotheses.check();
        let place = placed.span().start;
        checked.map_err(|error| wrong(self.text, place, error.to_string(), expected))?;
        Ok(hypotheses)
    }
}
