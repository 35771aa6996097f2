//! `plywood sprt`: a sequential test of two players, or the figures of one for given
//! counts of pairs.

use crate::arena::{
    AdjudicationArgs, OpeningArgs, Played, StoreArg, at_nothing, limits_draft, play, resolve,
    sequential, stop_flag, two_players,
};
use crate::failure::{Failure, complain};
use crate::games::print_json;
use crate::limits::MoveLimitArgs;
use crate::numbers::{seed, whole};
use crate::program;
use plywood_arena::{
    Draft, Event, Hypotheses, Model, Place, Rating, SprtDraft, Standings, Store, Verdict,
};
use plywood_game::counted;
use plywood_workbench::{ClockRules, Workbench};
use serde::Serialize;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  plywood sprt gomoku 'best[near=2]' best --nodes 2000 --elo0 0 --elo1 20 --concurrency 2
  plywood sprt othello 'ugi:./new' 'ugi:./old' --clock 5s+50ms --openings xot.txt
  plywood sprt --results 20,1334,3810,1569,35 --elo0 0 --elo1 2

The test ends by itself. Exit status 0 is 'accepted': the first player is stronger by
--elo1. Exit status 1 is 'rejected' (by --elo0 at most) or 'undecided' (--games were played).
With --results the status is also 0 if nothing is decided yet; the verdict is then 'running'.
--results are the pairs of games in which the first player scored 0, 1/2, 1, 3/2 and 2
points.

A test that was interrupted or killed goes on with the same command; one that has ended is
shown again. --new begins another, as after a change of the engine.";

/// Test whether one player is stronger than another, until that is clear.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game, such as othello or gomoku
    #[arg(value_name = "GAME", required_unless_present = "results")]
    game: Option<String>,
    /// The player that is to be tested
    #[arg(value_name = "PLAYER", required_unless_present = "results")]
    one: Option<String>,
    /// The player that it is tested against
    #[arg(value_name = "PLAYER", required_unless_present = "results")]
    other: Option<String>,
    /// Print the figures for these pairs and play nothing
    #[arg(long, value_name = "LL,LD,MID,WD,WW", conflicts_with_all = ["game", "one", "other"],
          allow_hyphen_values = true, value_parser = counts)]
    results: Option<Pairs>,
    /// H0: the difference in Elo that is rejected, too small to matter
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_hyphen_values = true,
          value_parser = number)]
    elo0: f64,
    /// H1: the difference in Elo that is accepted
    #[arg(long, value_name = "ELO", default_value_t = 5.0, allow_hyphen_values = true,
          value_parser = number)]
    elo1: f64,
    /// The unit of both: normalized or logistic Elo
    #[arg(long, value_name = "MODEL", default_value = "normalized", value_parser = model)]
    model: Model,
    /// The probability of accepting a player of strength elo0
    #[arg(long, value_name = "P", default_value_t = 0.05, allow_hyphen_values = true,
          value_parser = number)]
    alpha: f64,
    /// The probability of rejecting a player of strength elo1
    #[arg(long, value_name = "P", default_value_t = 0.05, allow_hyphen_values = true,
          value_parser = number)]
    beta: f64,
    /// The most games, in pairs; then the test is undecided
    #[arg(long, value_name = "N", default_value_t = 20_000, allow_hyphen_values = true,
          value_parser = whole::<usize>(2, 1_000_000))]
    games: usize,
    #[command(flatten)]
    limits: MoveLimitArgs,
    /// Play with clocks: MAIN time for each side, and INC more with each move
    #[arg(long, value_name = "MAIN[+INC]", allow_hyphen_values = true, conflicts_with_all = ["time", "processor_time"])]
    clock: Option<ClockRules>,
    #[command(flatten)]
    openings: OpeningArgs,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
    /// How many games are played at once
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true,
          value_parser = whole::<usize>(1, 256))]
    concurrency: usize,
    /// What openings and random players are drawn from
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true,
          value_parser = seed)]
    seed: u64,
    #[command(flatten)]
    store: StoreArg,
    /// Begin again, also if the same test was interrupted or has ended
    #[arg(long)]
    new: bool,
    /// Write what external engines are told and say to a new file, with times
    #[arg(long, value_name = "FILE")]
    dialogue: Option<String>,
    /// Print a JSON document
    #[arg(long)]
    json: bool,
}

/// The counts of pairs.
#[derive(Clone, Copy)]
struct Pairs([u64; 5]);

fn counts(text: &str) -> Result<Pairs, String> {
    let numbers: Option<Vec<u64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    let counts = numbers.and_then(|numbers| numbers.try_into().ok()).map(Pairs);
    // More pairs than this are no test, and their sum must fit.
    let counts = counts.filter(|Pairs(counts)| counts.iter().all(|&count| count <= 1 << 50));
    counts.ok_or_else(|| "expected five counts of pairs, such as 20,1334,3810,1569,35".to_owned())
}

fn number(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| "expected a number, such as 0, 2.5 or -1.75".to_owned())
}

fn model(text: &str) -> Result<Model, String> {
    match text {
        "normalized" | "normalised" => Ok(Model::Normalized),
        "logistic" => Ok(Model::Logistic),
        _ => Err("expected normalized or logistic".to_owned()),
    }
}

#[derive(Serialize)]
struct Document {
    schema: u32,
    llr: f64,
    lower: f64,
    upper: f64,
    /// The lower end of the interval, the most likely value and the upper end; none
    /// before the first pair.
    elo: Option<[f64; 3]>,
    /// Normalised Elo.
    nelo: Option<f64>,
    nelo_interval: Option<[f64; 2]>,
    /// The likelihood of superiority.
    los: Option<f64>,
    games: u64,
    pairs: [u64; 5],
    verdict: Verdict,
    /// The name of the event in the store, if games were played.
    event: Option<String>,
    faults: u64,
}

impl Document {
    fn new(test: &Hypotheses, pairs: [u64; 5]) -> Result<Self, Failure> {
        let llr = test.log_likelihood_ratio(&pairs);
        let llr = llr.map_err(|error| Failure::Script(error.to_string()))?;
        let [lower, upper] = test.bounds();
        let rating = Rating::new(&pairs);
        Ok(Self {
            schema: 1,
            llr,
            lower,
            upper,
            elo: rating.map(|rating| [rating.elo.low, rating.elo.mid, rating.elo.high]),
            nelo: rating.map(|rating| rating.nelo.mid),
            nelo_interval: rating.map(|rating| [rating.nelo.low, rating.nelo.high]),
            los: rating.map(|rating| rating.los),
            games: 2 * pairs.iter().sum::<u64>(),
            pairs,
            verdict: test.verdict(llr),
            event: None,
            faults: 0,
        })
    }
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let hypotheses = args.hypotheses()?;
    let mut out = anstream::stdout().lock();
    if let Some(Pairs(pairs)) = args.results {
        let document = Document::new(&hypotheses, pairs)?;
        match args.json {
            true => print_json(&mut out, &document)?,
            false => out.write_all(figures(&document).as_bytes())?,
        }
        return match document.verdict {
            Verdict::Rejected => Err(Failure::Told),
            _ => Ok(()),
        };
    }
    let stop = stop_flag();
    let place = args.store.place()?;
    let engines = crate::engine::engines(args.dialogue.as_deref(), &stop)?;
    let engines = if place.is_server() { engines.elsewhere() } else { engines };
    let draft = args.draft();
    let resolved = resolve(workbench, &engines, &stop, &draft, ("", "sprt", None))?;
    let event = args.named(&place, resolved.event)?;
    let at = (&place, resolved.concurrency);
    let Played { standings, interrupted } = play(workbench, &event, at, engines, &stop)?;
    let document = args.document(&hypotheses, &standings)?;
    match args.json {
        true => print_json(&mut out, &document)?,
        false => out.write_all(args.words(&standings).as_bytes())?,
    }
    match document.verdict {
        Verdict::Accepted => Ok(()),
        Verdict::Running | Verdict::Undecided if interrupted => {
            let games = counted(standings.progress.finished, "game");
            let resume = format!("{games} are finished and kept; the same command goes on");
            Err(Failure::Interrupted { resume })
        }
        _ => Err(Failure::Told),
    }
}

/// The figures of a test for a person.
fn figures(document: &Document) -> String {
    let Document { lower, upper, verdict, .. } = document;
    // Adding 0 takes the sign of a rounded -0.
    let llr = (document.llr * 100.0).round() / 100.0 + 0.0;
    let mut text = format!("log-likelihood ratio {llr:.2} between {lower:.2} and {upper:.2}\n");
    if let Some(rating) = Rating::new(&document.pairs) {
        let (elo, nelo, los) = (rating.elo, rating.nelo, 100.0 * rating.los);
        text.push_str(&format!(
            "{elo} Elo, normalised {nelo}, likelihood of superiority {los:.2} %\n"
        ));
    }
    text.push_str(&format!("{verdict}\n"));
    text
}

impl Args {
    fn hypotheses(&self) -> Result<Hypotheses, Failure> {
        let &Self { elo0, elo1, model, alpha, beta, .. } = self;
        let hypotheses = Hypotheses { elo0, elo1, model, alpha, beta };
        hypotheses.check().map_err(|error| Failure::Script(error.to_string()))?;
        Ok(hypotheses)
    }

    /// The test as an event.
    fn draft(&self) -> Draft {
        let text = |value: &Option<String>| at_nothing(value.clone().unwrap_or_default());
        let mut draft = Draft {
            games: vec![text(&self.game)],
            format: Some(at_nothing("match".to_owned())),
            games_per_pair: Some(at_nothing(self.games / 2 * 2)),
            seed: Some(self.seed),
            concurrency: Some(at_nothing(self.concurrency)),
            openings: self.openings.draft(Some(4)),
            limits: limits_draft(&self.limits, self.clock),
            adjudication: self.adjudication.draft(),
            sprt: Some(at_nothing(SprtDraft {
                elo0: Some(self.elo0),
                elo1: Some(self.elo1),
                alpha: Some(self.alpha),
                beta: Some(self.beta),
                model: Some(at_nothing(match self.model {
                    Model::Normalized => "normalized".to_owned(),
                    Model::Logistic => "logistic".to_owned(),
                })),
            })),
            ..Draft::default()
        };
        let mut named = |name: String, player| {
            draft.player.push(plywood_arena::PlayerDraft { name: at_nothing(name), player });
        };
        let short = |name: &str| name.chars().take(80).collect::<String>();
        let (one, other) = (text(&self.one), text(&self.other));
        let names = (short(one.get_ref()), short(other.get_ref()));
        let suffix = if names.0 == names.1 { " (2)" } else { "" };
        named(names.0, one);
        named(names.1 + suffix, other);
        draft
    }

    /// The event under a name of its own: that of the newest test with the same
    /// definition, which goes on or was finished, or a new one.
    fn named(&self, place: &Place, event: Event) -> Result<Event, Failure> {
        let known = match place.file() {
            Some(path) if path.exists() => Store::ask(place, async |store| store.events().await)??,
            Some(_) => Vec::new(),
            // A database that has no tables yet has no events; beginning one reports
            // whatever else is wrong.
            None => match Store::ask(place, async |store| store.events().await) {
                Ok(events) => events?,
                Err(_) => Vec::new(),
            },
        };
        let game: String = self.game.iter().flat_map(|game| game.chars()).take(60).collect();
        let base = format!("sprt {game}");
        // The newest first.
        let same = known.iter().find(|stored| {
            let renamed = Event { name: stored.event.name.clone(), ..event.clone() };
            stored.event == renamed
        });
        if let Some(stored) = same.filter(|_| !self.new) {
            if stored.progress.over {
                let began = "this test was played to its end before; --new plays it again";
                complain(&format!("note: {began}"));
            }
            return Ok(Event { name: stored.event.name.clone(), ..event });
        }
        let taken = |name: &str| known.iter().any(|stored| stored.event.name == name);
        let mut number = 1;
        while taken(&format!("{base} {number}")) {
            number += 1;
        }
        let name = format!("{base} {number}");
        let show = format!("{} arena show '{name}'{}", program::name(), self.store.words());
        complain(&format!("note: {show} shows the test while it runs"));
        Ok(Event { name, ..event })
    }

    fn document(&self, test: &Hypotheses, standings: &Standings) -> Result<Document, Failure> {
        let pairs = standings.two_players.map_or([0; 5], |two| two.pairs);
        let verdict = standings.sprt.as_ref().map_or(Verdict::Running, |test| test.verdict);
        let faults = standings.players.iter().flat_map(|row| row.faults.values()).sum();
        let (event, games) = (Some(standings.event.clone()), standings.progress.finished as u64);
        Ok(Document { verdict, event, games, faults, ..Document::new(test, pairs)? })
    }

    fn words(&self, standings: &Standings) -> String {
        let name = |value: &Option<String>| value.clone().unwrap_or_default();
        let [game, one, other] = [&self.game, &self.one, &self.other].map(name);
        let mut text = format!("{game}: {one} against {other}\n");
        let row = standings.players.iter().find(|row| row.number == 0);
        if let Some(games) = row.map(|row| row.games) {
            let count = counted(games.games() as usize, "game");
            text.push_str(&format!(
                "{count}: {} won, {} drawn, {} lost\n",
                games.won, games.drawn, games.lost
            ));
        }
        text.push_str(&standings.two_players.as_ref().map_or(String::new(), two_players));
        text.push_str(&standings.sprt.as_ref().map_or(String::new(), sequential));
        for row in standings.players.iter().filter(|row| !row.faults.is_empty()) {
            let faults: u64 = row.faults.values().sum();
            let lost = counted(faults as usize, "game");
            text.push_str(&format!("{} lost {lost} by a fault\n", row.name));
        }
        text
    }
}
