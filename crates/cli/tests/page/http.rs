//! A client that sends exactly what it is told to, good or bad, and reads what
//! comes back.

use serde_json::Value;
use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

/// What a server answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("UTF-8")
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Longer than anything that is waited for, on the busiest machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A connection that stays open over several requests.
pub(crate) struct Connection {
    stream: BufReader<TcpStream>,
}

impl Connection {
    pub(crate) fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("the server takes connections");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time-out");
        stream.set_nodelay(true).expect("no delay");
        Self { stream: BufReader::new(stream) }
    }

    /// Sends these bytes.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.get_mut().write_all(bytes)
    }

    /// Reads an answer; an error if the server closes instead.
    pub(crate) fn answer(&mut self) -> io::Result<Answer> {
        let (status, headers) = self.head()?;
        let length = |(key, value): &(String, String)| match key.as_str() {
            "content-length" => value.parse().ok(),
            _ => None,
        };
        let mut body = vec![0; headers.iter().find_map(length).unwrap_or(0)];
        self.stream.read_exact(&mut body)?;
        Ok(Answer { status, headers, body })
    }

    fn head(&mut self) -> io::Result<(u16, Vec<(String, String)>)> {
        let first = self.line()?;
        let status = first.split(' ').nth(1).and_then(|word| word.parse().ok());
        let status = status.ok_or(io::ErrorKind::UnexpectedEof)?;
        let mut headers = Vec::new();
        loop {
            let line = self.line()?;
            let Some((key, value)) = line.split_once(':') else { return Ok((status, headers)) };
            headers.push((key.to_ascii_lowercase(), value.trim().to_owned()));
        }
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        match self.stream.read_line(&mut line)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line.trim_end().to_owned()),
        }
    }

    /// Reads the next event of a stream: its name and its data.
    pub(crate) fn event(&mut self) -> io::Result<(String, Value)> {
        let start = Instant::now();
        loop {
            match self.event_or_sign()? {
                Some(event) => return Ok(event),
                None if start.elapsed() > PATIENCE => return Err(io::ErrorKind::TimedOut.into()),
                None => {}
            }
        }
    }

    /// The next event of a stream; none if it only says that it is still there.
    pub(crate) fn event_or_sign(&mut self) -> io::Result<Option<(String, Value)>> {
        let mut name = String::new();
        loop {
            let line = self.line()?;
            if line.starts_with(':') {
                return Ok(None);
            }
            if let Some(word) = line.strip_prefix("event: ") {
                word.clone_into(&mut name);
            } else if let Some(data) = line.strip_prefix("data: ") {
                return Ok(Some((name, serde_json::from_str(data).expect("JSON"))));
            }
        }
    }

    /// Asks for a stream of events.
    pub(crate) fn watch(address: SocketAddr, id: &str) -> Self {
        let mut connection = Self::open(address);
        let path = format!("/api/games/{id}/events");
        connection.send(&request(address, "GET", &path, &[], b"")).expect("it is sent");
        let (status, _) = connection.head().expect("an answer");
        assert_eq!(status, 200);
        connection
    }

    /// Waits until the server closes the connection, and reads what it says
    /// before.
    pub(crate) fn until_closed(&mut self) -> io::Result<usize> {
        let mut rest = Vec::new();
        self.stream.read_to_end(&mut rest)
    }
}

/// The keys of the servers of these tests.
static KEYS: LazyLock<Mutex<HashMap<SocketAddr, String>>> = LazyLock::new(Mutex::default);

/// Remembers the key of a server: requests to it show it from now on.
pub(crate) fn remember_key(address: SocketAddr, key: &str) {
    KEYS.lock().expect("the keys").insert(address, key.to_owned());
}

/// The bytes of a request with a good `Host` and the server's key in its cookie, unless
/// the headers give others.
pub(crate) fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Vec<u8> {
    let mut head = format!("{method} {path} HTTP/1.1\r\n");
    if !headers.iter().any(|(key, _)| *key == "host") {
        head.push_str(&format!("host: {address}\r\n"));
    }
    if !headers.iter().any(|(key, _)| *key == "cookie")
        && let Some(key) = KEYS.lock().expect("the keys").get(&address)
    {
        head.push_str(&format!("cookie: plywood-{}={key}\r\n", address.port()));
    }
    for (key, value) in headers {
        head.push_str(&format!("{key}: {value}\r\n"));
    }
    if !body.is_empty() {
        head.push_str(&format!("content-length: {}\r\n", body.len()));
    }
    head.push_str("\r\n");
    [head.as_bytes(), body].concat()
}
