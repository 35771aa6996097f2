//! Just enough to write XML that is always well-formed: elements are closed in
//! order, and text and attributes are escaped.

use std::fmt::{Display, Write};

/// A document that is being written.
pub(super) struct Xml {
    text: String,
    open: Vec<&'static str>,
}

/// The attributes of an element.
pub(super) type Attributes<'a> = &'a [(&'static str, &'a dyn Display)];

impl Xml {
    pub(super) fn new() -> Self {
        Self { text: String::new(), open: Vec::new() }
    }

    /// Opens an element on a new line.
    pub(super) fn open(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.start(name, attributes);
        self.text.push_str(">\n");
        self.open.push(name);
    }

    /// Closes the element that was opened last.
    pub(super) fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            self.indent();
            self.put(format_args!("</{name}>\n"));
        }
    }

    /// An element without content.
    pub(super) fn empty(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.start(name, attributes);
        self.text.push_str("/>\n");
    }

    /// An element that holds text.
    pub(super) fn text(&mut self, name: &'static str, attributes: Attributes<'_>, text: &str) {
        self.start(name, attributes);
        let text = escaped(text);
        self.put(format_args!(">{text}</{name}>\n"));
    }

    /// The document.
    pub(super) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.text
    }

    fn start(&mut self, name: &str, attributes: Attributes<'_>) {
        self.indent();
        self.put(format_args!("<{name}"));
        for (key, value) in attributes {
            let value = escaped(&value.to_string());
            self.put(format_args!(" {key}=\"{value}\""));
        }
    }

    fn indent(&mut self) {
        self.text.extend(std::iter::repeat_n(' ', self.open.len()));
    }

    fn put(&mut self, what: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(what);
    }
}

/// A text in which nothing is markup. Characters that XML cannot hold are
/// replaced.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' | '\t' => safe.push(character),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            _ => safe.push(character),
        }
    }
    safe
}

/// A length with at most one decimal.
pub(super) struct Px(pub(super) f64);

impl Display for Px {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let (whole, tenth) = (tenths.abs() / 10, tenths.abs() % 10);
        let sign = if tenths < 0 { "-" } else { "" };
        match tenth {
            0 => write!(f, "{sign}{whole}"),
            _ => write!(f, "{sign}{whole}.{tenth}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_written_is_markup() {
        let mut xml = Xml::new();
        xml.open("a", &[("b", &"\"<&>'\"\u{1}")]);
        xml.text("c", &[], "</c>&amp;\u{fffe}");
        let text = xml.finish();
        let expected = "<a b=\"&quot;&lt;&amp;&gt;'&quot;\u{fffd}\">\n \
                        <c>&lt;/c&gt;&amp;amp;\u{fffd}</c>\n</a>\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn lengths_have_one_decimal_at_most() {
        let written = [0.0, 12.0, 1.25, -0.04, -3.55, 1e6].map(|length| Px(length).to_string());
        assert_eq!(written, ["0", "12", "1.3", "0", "-3.6", "1000000"]);
    }
}
