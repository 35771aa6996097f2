-- As the tables of an SQLite store (../migrations/0001_events.sql): the same columns
-- with the same texts, so that the same statements read and write both.
CREATE TABLE events (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    definition TEXT NOT NULL,
    progress TEXT NOT NULL,
    lease BIGINT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL
);

CREATE TABLE results (
    event BIGINT NOT NULL REFERENCES events (id),
    number BIGINT NOT NULL,
    summary TEXT NOT NULL,
    fault TEXT,
    PRIMARY KEY (event, number)
);

CREATE INDEX faults ON results (event, number) WHERE fault IS NOT NULL;

CREATE TABLE records (
    event BIGINT NOT NULL REFERENCES events (id),
    number BIGINT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (event, number)
);

-- The games that workers play. `state`: 0 waits, 1 is being played, 2 has a result
-- that is not checked yet, 3 is counted. `lease` counts how often the game was handed
-- out; a result counts only under the newest one. A game whose lease ran out (`until`)
-- is handed out again. `needs` names the external engines that play it.
CREATE TABLE queue (
    event BIGINT NOT NULL REFERENCES events (id),
    number BIGINT NOT NULL,
    pairing TEXT NOT NULL,
    needs TEXT[] NOT NULL,
    state SMALLINT NOT NULL DEFAULT 0,
    lease BIGINT NOT NULL DEFAULT 0,
    worker TEXT,
    until TIMESTAMPTZ NOT NULL DEFAULT '-infinity',
    PRIMARY KEY (event, number)
);

CREATE INDEX queue_unfinished ON queue (event, number) WHERE state < 2;

-- Results of workers that wait to be checked by who runs the event.
CREATE TABLE returns (
    event BIGINT NOT NULL,
    number BIGINT NOT NULL,
    lease BIGINT NOT NULL,
    worker TEXT NOT NULL,
    result TEXT NOT NULL,
    PRIMARY KEY (event, number)
);

-- Who plays. `seen` is its last sign of life, null after a farewell; a barred worker
-- gets no game.
CREATE TABLE workers (
    name TEXT PRIMARY KEY,
    engines TEXT[] NOT NULL,
    seen TIMESTAMPTZ,
    late BIGINT NOT NULL DEFAULT 0,
    refused BIGINT NOT NULL DEFAULT 0,
    barred BOOLEAN NOT NULL DEFAULT false
);

-- Results that did not stand the check, and why.
CREATE TABLE refusals (
    event BIGINT NOT NULL,
    number BIGINT NOT NULL,
    lease BIGINT NOT NULL,
    worker TEXT NOT NULL,
    reason TEXT NOT NULL,
    refused TIMESTAMPTZ NOT NULL DEFAULT now()
);
