-- Positions to be solved and tables to be built by workers. `request` is the question
-- as JSON, so the same question is one row. `state`, `lease`, `worker` and `until` are
-- those of the queue of games: 0 waits, 1 is worked on, 2 has a result, 3 has one that
-- who asked for it has verified. `nodes` is the work in `checkpoint`, `progress` and
-- `problem` are the latest words of a worker.
CREATE TABLE solves (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    request TEXT NOT NULL UNIQUE,
    megabytes BIGINT NOT NULL,
    state SMALLINT NOT NULL DEFAULT 0,
    lease BIGINT NOT NULL DEFAULT 0,
    worker TEXT,
    until TIMESTAMPTZ NOT NULL DEFAULT '-infinity',
    nodes BIGINT NOT NULL DEFAULT 0,
    checkpoints BIGINT NOT NULL DEFAULT 0,
    checkpoint BIGINT,
    result BIGINT,
    progress TEXT NOT NULL DEFAULT '',
    problem TEXT
);

-- Checkpoints and results, cut into parts. A version counts once its row in `solves`
-- names it, which happens in one statement after all its parts are here.
CREATE TABLE solve_parts (
    solve BIGINT NOT NULL REFERENCES solves (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    part BIGINT NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (solve, version, part)
);
