-- An event: its whole definition as JSON, how far it is (`progress`, as JSON), and
-- the number of the newest lease. Only who holds that lease may add results.
CREATE TABLE events (
    id INTEGER PRIMARY KEY NOT NULL,
    name TEXT NOT NULL UNIQUE,
    definition TEXT NOT NULL,
    progress TEXT NOT NULL,
    lease INTEGER NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL
) STRICT;

-- A finished game in a few numbers: `summary` is a JSON array (crate arena,
-- summary.rs), narrow, so that the standings of 100,000 games are read at once.
-- `fault` says in words how a player failed.
CREATE TABLE results (
    event INTEGER NOT NULL REFERENCES events (id),
    number INTEGER NOT NULL,
    summary TEXT NOT NULL,
    fault TEXT,
    PRIMARY KEY (event, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX faults ON results (event, number) WHERE fault IS NOT NULL;

-- The same game as it is saved, with moves, times, depths and values.
CREATE TABLE records (
    event INTEGER NOT NULL REFERENCES events (id),
    number INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (event, number)
) STRICT;
