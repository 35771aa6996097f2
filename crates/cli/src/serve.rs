//! `plywood serve`, or `plywood` alone: the page.

use crate::arena::place;
use crate::failure::{Failure, complain};
use crate::source::read_text;
use plywood_arena::Place;
use plywood_web::{Access, Config, Quotas, Server, Where};
use plywood_workbench::Workbench;
use std::fs::OpenOptions;
use std::io::Write;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

const EXAMPLES: &str = "\
Examples:
  plywood serve --open
  plywood serve --listen 127.0.0.1:8080 --store games.sqlite
  plywood serve --listen 0.0.0.0:7420 --allow-others --password-file secret.txt
  plywood serve --engine mine='ugi:python3 my_player.py'";

const EVENTS: &str = "Show the events of this file of 'plywood arena', or of \
    postgres://USER@HOST/DATABASE; without, of the usual file";

/// Serve the page on which games are played, until Ctrl-C.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// The address to listen on; port 0 takes any that is free
    #[arg(long, value_name = "ADDRESS", default_value_t = Config::default().listen, value_parser = address)]
    listen: SocketAddr,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Keep the games in this file; without, in the folder that the system has for such things
    #[arg(long, value_name = "FILE", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    store: Option<String>,
    #[arg(long, value_name = "STORE", help = EVENTS, value_parser = clap::builder::NonEmptyStringValueParser::new())]
    events: Option<String>,
    /// Let other machines use the page, where --listen can be reached by them; needs
    /// --password-file or --read-only
    #[arg(long)]
    allow_others: bool,
    /// Let in who knows the password in the first line of this file, besides those who know the key
    #[arg(long, value_name = "FILE")]
    password_file: Option<String>,
    /// Show the games and change nothing; with --allow-others everyone may look
    #[arg(long)]
    read_only: bool,
    /// Append refusals and what happens to the store to this file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// A further name by which the page is reached, such as games.example or localhost:8080
    #[arg(long, value_name = "NAME", allow_hyphen_values = true, value_parser = host)]
    host: Vec<String>,
    /// An external engine that may be chosen on the page, as NAME=PLAYER, such as
    /// mine='ugi:python3 player.py'; can be given several times
    #[arg(long, value_name = "NAME=PLAYER", value_parser = named_engine)]
    engine: Vec<(String, String)>,
}

fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "expected numbers and a port, such as 127.0.0.1:7420".to_owned())
}

pub(crate) fn named_engine(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').filter(|(name, _)| !name.contains(['[', ':']));
    let expected = || "expected NAME=PLAYER, such as mine='ugi:python3 my_player.py'".to_owned();
    pair.map(|(name, player)| (name.to_owned(), player.to_owned())).ok_or_else(expected)
}

/// A name or an address, perhaps with a port, as browsers send it.
fn host(text: &str) -> Result<String, String> {
    let (name, port) = match text.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => (name, Some(port)),
        _ => (text, None),
    };
    let label = |label: &str| {
        let letters =
            label.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        (1..=63).contains(&label.len()) && letters && !label.starts_with('-')
    };
    let bracketed = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let is_name = match bracketed {
        Some(address) => address.parse::<Ipv6Addr>().is_ok(),
        None => name.split('.').all(label),
    };
    match is_name && port.is_none_or(|port| port.parse::<u16>().is_ok()) {
        true => Ok(text.to_owned()),
        false => Err("expected a name such as games.example or localhost:8080".to_owned()),
    }
}

impl Default for Args {
    fn default() -> Self {
        let listen = Config::default().listen;
        let (host, engine) = (Vec::new(), Vec::new());
        let (password_file, read_only, log) = (None, false, None);
        let (open, store, events, allow_others) = (false, None, None, false);
        Self {
            listen,
            open,
            store,
            events,
            allow_others,
            password_file,
            read_only,
            log,
            host,
            engine,
        }
    }
}

/// Where games are kept; only events can be on a server.
fn games_file(name: &str) -> Result<Where, Failure> {
    match place(name)? {
        Place::File(path) => Ok(Where::File(path)),
        Place::Server(_) => {
            let problem = "--store: games of the page are kept in a file; --events takes a server";
            Err(Failure::Script(problem.to_owned()))
        }
    }
}

/// What it means to listen on an address that others can reach.
const OTHERS: &str = "\
others can reach this address: who has the key or the password can see, change and delete all games
kept here and use this machine's processors; with --read-only everyone can see them. Nothing is encrypted:
put a server with TLS in front, such as 'caddy reverse-proxy --from games.example --to 127.0.0.1:7420',
and start plywood with --host games.example instead.";

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let local = args.listen.ip().is_loopback();
    if !local && !args.allow_others {
        let ask = "if you want that, add --allow-others, and --password-file FILE or --read-only";
        return Err(Failure::Script(format!("{}: {OTHERS}\n{ask}", args.listen)));
    }
    if args.allow_others && args.password_file.is_none() && !args.read_only {
        let ask = "--allow-others needs --password-file FILE, or --read-only";
        return Err(Failure::Usage(ask.to_owned()));
    }
    let access = match &args.password_file {
        Some(file) => Access::Password(password(file)?),
        None if args.allow_others => Access::Everyone,
        None => Access::Key,
    };
    start_log(args.log.as_deref())?;
    let config = Config {
        listen: args.listen,
        hosts: args.host.clone(),
        store: args.store.as_deref().map_or(Ok(Where::Usual), games_file)?,
        events: args.events.as_deref().map(place).transpose()?,
        access,
        read_only: args.read_only,
        quotas: args.allow_others.then(Quotas::default),
        engines: args.engine.clone(),
        ..Config::default()
    };
    attend(Server::start(workbench.clone(), &config)?, None, args.open)
}

/// The shortest password, which is guessed once a second.
const SHORTEST_PASSWORD: usize = 8;

/// The first line of a file.
fn password(file: &str) -> Result<String, Failure> {
    let text = read_text(file)?;
    let line = text.lines().next().unwrap_or_default().trim_end();
    match line.chars().count() >= SHORTEST_PASSWORD {
        true => Ok(line.to_owned()),
        false => {
            let problem = format!("its first line has fewer than {SHORTEST_PASSWORD} characters");
            Err(Failure::file(file, problem))
        }
    }
}

/// Warnings go to standard error; refusals too go to the log, if there is one.
fn start_log(file: Option<&Path>) -> Result<(), Failure> {
    use tracing_subscriber::fmt::writer::MakeWriterExt;
    let errors = std::io::stderr.with_max_level(tracing::Level::WARN);
    let lines = tracing_subscriber::fmt().with_ansi(false).with_target(false);
    // Only one log can be started, and a second server in one program has the first's.
    let _ = match file {
        None => lines.without_time().with_writer(errors).try_init(),
        Some(path) => {
            let open = OpenOptions::new().create(true).append(true).open(path);
            let log = open.map_err(|error| Failure::file(path, error.to_string()))?;
            lines.with_writer(errors.and(Mutex::new(log))).try_init()
        }
    };
    Ok(())
}

/// Prints where a server listens, opens its page, or that of a game, if
/// requested, and serves until Ctrl-C.
pub(crate) fn attend(server: Server, game: Option<&str>, open: bool) -> Result<(), Failure> {
    let local = server.address().ip().is_loopback();
    let mut address = server.address();
    if address.ip().is_unspecified() {
        // All addresses of this machine, of which this is one that can be opened.
        address.set_ip(Ipv4Addr::LOCALHOST.into());
    }
    let place = game.map(|id| format!("#{id}")).unwrap_or_default();
    let address = format!("http://{address}/?key={}{place}", server.key());
    let mut out = anstream::stdout().lock();
    writeln!(out, "Plywood is listening on {address}")?;
    out.flush()?;
    drop(out);
    if !local {
        complain(OTHERS);
    }
    match (server.store(), server.warning()) {
        (Some(file), _) => anstream::eprintln!("games are kept in {}", file.display()),
        (None, Some(warning)) => complain(&warning),
        (None, None) => anstream::eprintln!("games are kept in memory only"),
    }
    anstream::eprintln!("Ctrl-C ends it");
    if open && let Err(error) = open::that_detached(&address) {
        complain(&format!("the browser cannot be opened: {error}"));
    }
    if let Some(lost) = server.run() {
        complain(&format!("not everything was kept: {lost}"));
    }
    Ok(())
}
