//! What is kept of a game, and its checksum.

use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteConnection, SqliteRow};
use sqlx::{Row as _, Sqlite, query_scalar};

/// A game as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) record: String,
    /// Moves taken back, of a game that was kept before there were trees.
    pub(crate) future: String,
    /// The tree of moves as JSON; empty in a game that was kept before.
    pub(crate) tree: String,
    pub(crate) first: String,
    pub(crate) second: String,
    pub(crate) clock: Option<String>,
    pub(crate) paused: bool,
    pub(crate) created: i64,
    /// How many changes the game had; 0 in a game that was kept before this was.
    pub(crate) revision: i64,
    pub(crate) line: Summary,
}

impl Row {
    /// Whether a search for this text finds it, as the store does.
    pub(crate) fn is_about(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        let fields = [&self.title, &self.line.game, &self.first, &self.second];
        fields.into_iter().any(|field| field.to_lowercase().contains(&text))
    }
}

/// What a list shows of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) game: String,
    pub(crate) moves: i64,
    pub(crate) ending: Option<String>,
    pub(crate) updated: i64,
}

/// The columns of the table, in the order of [`bound`].
pub(super) const COLUMNS: &str = "id, title, record, future, tree, first, second, clock, paused, \
                                  game, moves, ending, created, updated, revision, checksum";

/// A statement with the values of all columns.
pub(super) fn bound<'q>(
    query: Query<'q, Sqlite, SqliteArguments>,
    row: &'q Row,
) -> Query<'q, Sqlite, SqliteArguments> {
    query
        .bind(&row.id)
        .bind(&row.title)
        .bind(&row.record)
        .bind(&row.future)
        .bind(&row.tree)
        .bind(&row.first)
        .bind(&row.second)
        .bind(&row.clock)
        .bind(row.paused)
        .bind(&row.line.game)
        .bind(row.line.moves)
        .bind(&row.line.ending)
        .bind(row.created)
        .bind(row.line.updated)
        .bind(row.revision)
        .bind(checksum(row))
}

/// The columns in the order in which the file has them: those of the first version, then
/// what later ones have added.
const IN_FILE: [&str; 16] = [
    "id", "title", "record", "future", "first", "second", "clock", "paused", "game", "moves",
    "ending", "created", "updated", "tree", "revision", "checksum",
];

/// Whether the columns of the table are called what they are called here, as far as both
/// have them. Asked where names are known to be text.
pub(super) async fn has_our_columns(reader: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    let names = "SELECT +name AS name FROM pragma_table_info('games') ORDER BY cid";
    let names: Vec<String> = query_scalar(names).fetch_all(reader).await?;
    Ok(names.iter().zip(IN_FILE).all(|(found, ours)| found == ours))
}

/// The start of a statement that reads games, with the `number` of each. It takes the
/// columns by their order and calls nothing by the name or the type that the file has for
/// it, so that it also reads where these are damaged. A condition follows, on
/// `kept.number`.
pub(super) async fn selection(reader: &mut SqliteConnection) -> Result<String, sqlx::Error> {
    let columns = "SELECT count(*) AS columns FROM pragma_table_info('games')";
    let columns: i64 = query_scalar(columns).fetch_one(reader).await?;
    let columns = &IN_FILE[..IN_FILE.len().min(usize::try_from(columns).unwrap_or(0))];
    let values: Vec<String> =
        columns.iter().map(|name| format!("+kept.{name} AS {name}")).collect();
    Ok(format!(
        "WITH kept (number, {}) AS (SELECT rowid, * FROM games NOT INDEXED) \
         SELECT +kept.number AS number, {} FROM kept",
        columns.join(", "),
        values.join(", ")
    ))
}

/// Reads a row; an error if it is not what was written. Rows of earlier versions have no
/// checksum.
pub(super) fn read_row(row: &SqliteRow) -> Result<Row, sqlx::Error> {
    let kept = Row {
        id: row.try_get("id")?,
        title: row.try_get("title")?,
        record: row.try_get("record")?,
        future: row.try_get("future")?,
        tree: later(row.try_get("tree"))?,
        first: row.try_get("first")?,
        second: row.try_get("second")?,
        clock: row.try_get("clock")?,
        paused: row.try_get("paused")?,
        created: row.try_get("created")?,
        revision: later(row.try_get("revision"))?,
        line: Summary {
            game: row.try_get("game")?,
            moves: row.try_get("moves")?,
            ending: row.try_get("ending")?,
            updated: row.try_get("updated")?,
        },
    };
    let written: Option<i64> = later(row.try_get("checksum"))?;
    match written.is_none_or(|sum| sum == checksum(&kept)) {
        true => Ok(kept),
        false => Err(sqlx::Error::Decode("its checksum is another: it is damaged".into())),
    }
}

/// A value of a column that earlier versions do not have.
fn later<T: Default>(value: Result<T, sqlx::Error>) -> Result<T, sqlx::Error> {
    match value {
        Err(sqlx::Error::ColumnNotFound(_)) => Ok(T::default()),
        value => value,
    }
}

/// The CRC-32 of every field with its length.
fn checksum(row: &Row) -> i64 {
    let numbers = [row.created, row.line.moves, row.line.updated, row.revision];
    let none = (String::new(), String::from("-"));
    let mut sum = crc32fast::Hasher::new();
    for text in [
        &row.id,
        &row.title,
        &row.record,
        &row.future,
        &row.tree,
        &row.first,
        &row.second,
        row.clock.as_ref().unwrap_or(&none.1),
        &row.line.game,
        row.line.ending.as_ref().unwrap_or(&none.0),
    ] {
        sum.update(&(text.len() as u64).to_le_bytes());
        sum.update(text.as_bytes());
    }
    for number in numbers.into_iter().chain([i64::from(row.paused)]) {
        sum.update(&number.to_le_bytes());
    }
    i64::from(sum.finalize())
}

/// Whether an error means that the file is damaged: what the database says about its
/// own pages (`SQLITE_CORRUPT`), or a value that is not what was written.
pub(super) fn is_damage(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Decode(_) | sqlx::Error::ColumnDecode { .. } => true,
        _ => error
            .as_database_error()
            .and_then(sqlx::error::DatabaseError::code)
            .and_then(|code| code.parse::<u32>().ok())
            .is_some_and(|code| code & 0xff == 11),
    }
}
