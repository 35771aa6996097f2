//! How an event becomes what the page is told.

use super::documents::{
    Board, Course, EventFault, EventFile, EventGame, EventGames, EventLine, EventView, Met,
    PairCounts, Range, Ranked, Ratio,
};
use plywood_arena::{
    End, Estimate, Event, Form, Model, OpeningSource, PlayerRow, Schedule, Standings, StoredEvent,
    StoredFault, Summary, Verdict,
};
use plywood_game::counted;

impl EventLine {
    pub(crate) fn new(stored: &StoredEvent, course: Course) -> Self {
        let Course { played, here, elsewhere } = course;
        let StoredEvent { event, progress, .. } = stored;
        let games: Vec<&str> = event.configurations.iter().map(|one| &*one.game).collect();
        let games = match games.len() {
            0..=3 => games.join(", "),
            many => counted(many, "game"),
        };
        Self {
            name: event.name.clone(),
            format: if event.sprt.is_some() { "sequential test" } else { event.format.name() },
            players: event.players.len(),
            games,
            finished: progress.finished,
            known: progress.known,
            over: progress.over,
            played,
            here,
            elsewhere,
            verdict: progress.decided.map(|decision| decision.verdict.to_string()),
            created: stored.created,
            updated: stored.updated,
        }
    }
}

impl EventView {
    pub(crate) fn new(
        stored: &StoredEvent,
        standings: &Standings,
        faults: &[StoredFault],
        course: Course,
    ) -> Self {
        let name = |fault: &StoredFault| stored.event.players.get(fault.player);
        let ranks = standings.players.iter().any(|row| row.encounters.is_some());
        let word = if standings.format == "knockout" { "Rounds" } else { "Encounters" };
        Self {
            schema: 1,
            revision: String::new(),
            event: EventLine::new(stored, course),
            problem: None,
            ranking: standings.players.iter().map(Ranked::new).collect(),
            encounters: ranks.then_some(word),
            course: standings.points == plywood_arena::Points::Course,
            cross: cross(standings),
            boards: boards(standings),
            first_side: standings.first_advantage.map(Range::from),
            pairs: pairs(standings),
            sprt: standings.sprt.as_ref().map(Ratio::new),
            ends: standings.ends.iter().map(|(end, count)| (end.name(), *count)).collect(),
            faults: faults
                .iter()
                .map(|fault| EventFault {
                    game: fault.number,
                    player: name(fault).map_or(String::new(), |player| player.name.clone()),
                    detail: fault.detail.clone(),
                })
                .collect(),
            files: files(standings),
            conditions: conditions(&stored.event),
        }
    }
}

impl From<Estimate> for Range {
    fn from(Estimate { low, mid, high }: Estimate) -> Self {
        Self { low, mid, high }
    }
}

impl Ranked {
    fn new(row: &PlayerRow) -> Self {
        let fault = |(end, count): (&End, &u64)| format!("{count} {}", end.name());
        Self {
            number: row.number,
            name: row.name.clone(),
            player: row.player.clone(),
            encounters: row.encounters,
            points: row.points,
            won: row.games.won,
            drawn: row.games.drawn,
            lost: row.games.lost,
            elo: row.elo.map(Range::from),
            course: row.course.in_order(),
            faults: row.faults.iter().map(fault).collect::<Vec<_>>().join(", "),
            mean_ms: row.mean_ms,
            longest_ms: row.longest_ms,
            mean_depth: row.mean_depth,
            nodes_per_second: row.nodes_per_second,
        }
    }
}

impl Ratio {
    fn new(test: &plywood_arena::Sequential) -> Self {
        let model = match test.hypotheses.model {
            Model::Normalized => "normalised Elo",
            Model::Logistic => "Elo",
        };
        Self {
            elo0: test.hypotheses.elo0,
            elo1: test.hypotheses.elo1,
            model,
            llr: test.llr,
            lower: test.lower,
            upper: test.upper,
            verdict: match test.verdict {
                Verdict::Running => "running".to_owned(),
                verdict => verdict.to_string(),
            },
            history: test.history.clone(),
        }
    }
}

impl EventGames {
    /// The games of one player, or of two, or of all: `count` of them from the one
    /// with the highest number below `before` on, the latest first.
    pub(crate) fn new(
        schedule: &Schedule,
        players: &[usize],
        before: Option<u32>,
        count: usize,
    ) -> Self {
        let wanted = |result: &&Summary| {
            let pair = result.pairing.players.map(|player| player as usize);
            players.iter().all(|player| pair.contains(player))
        };
        let all: Vec<&Summary> = schedule.results().filter(wanted).collect();
        let shown = all.iter().rev();
        let shown = shown.filter(|one| before.is_none_or(|before| one.pairing.number < before));
        let event = schedule.event();
        let games = shown.take(count).filter_map(|result| EventGame::new(event, result)).collect();
        Self { schema: 1, total: all.len(), games }
    }
}

impl EventGame {
    fn new(event: &Event, result: &Summary) -> Option<Self> {
        let pairing = result.pairing;
        let name = |side: usize| event.players.get(pairing.players[side] as usize);
        let [first_ms, second_ms] = result.sides.map(|side| side.time_us / 1000);
        Some(Self {
            number: pairing.number,
            game: event.configurations.get(pairing.configuration as usize)?.game.clone(),
            first: name(0)?.name.clone(),
            second: name(1)?.name.clone(),
            winner: result.outcome.winner(),
            end: result.end.name(),
            plies: result.plies,
            first_ms,
            second_ms,
        })
    }
}

fn cross(standings: &Standings) -> Vec<Vec<Option<Met>>> {
    let met = |cell: &Option<plywood_arena::Cell>| {
        cell.map(|cell| Met {
            points: cell.points,
            won: cell.games.won,
            drawn: cell.games.drawn,
            lost: cell.games.lost,
        })
    };
    standings.cross.iter().map(|row| row.iter().map(met).collect()).collect()
}

fn boards(standings: &Standings) -> Vec<Board> {
    let rows = standings.configurations.iter();
    rows.map(|row| Board {
        game: row.game.clone(),
        won: row.first.won,
        drawn: row.first.drawn,
        lost: row.first.lost,
        mean_plies: row.mean_plies,
    })
    .collect()
}

fn pairs(standings: &Standings) -> Option<PairCounts> {
    let two = standings.two_players?;
    Some(PairCounts {
        player: standings.named_first().to_owned(),
        counts: two.pairs,
        elo: two.rating.map(|rating| rating.elo.into()),
        nelo: two.rating.map(|rating| rating.nelo.into()),
        los: two.rating.map(|rating| rating.los),
    })
}

/// The files that hold something.
fn files(standings: &Standings) -> Vec<EventFile> {
    let games = |form: Form| {
        let rows = standings.configurations.iter().filter(|row| form.takes(&row.game));
        rows.map(|row| row.first.games()).sum::<u64>()
    };
    let files = Form::ALL.into_iter().map(|form| EventFile {
        form: form.ending(),
        games: form.has_games().then(|| games(form)),
    });
    files.filter(|file| file.games != Some(0)).collect()
}

fn conditions(event: &Event) -> Vec<String> {
    let one = |one: &plywood_arena::Configuration| {
        let openings = match &one.openings {
            OpeningSource::Start => "from the start".to_owned(),
            OpeningSource::Random { moves, .. } => format!("after {moves} random moves"),
            OpeningSource::Listed(lines) => {
                format!("from {}", counted(lines.len(), "listed opening"))
            }
        };
        let clock = one.clock.map(|clock| format!("clocks {clock}"));
        let limits = Some(one.limits.words()).filter(|words| words != "none");
        let limits: Vec<String> = [clock, limits].into_iter().flatten().collect();
        match limits.is_empty() {
            true => format!("{} {openings}", one.game),
            false => format!("{} {openings}, {}", one.game, limits.join(", ")),
        }
    };
    let games = counted(event.games_per_pair, "game");
    let pairs = format!("{games} for each two players and game, seed {}", event.seed);
    event.configurations.iter().map(one).chain([pairs]).collect()
}
