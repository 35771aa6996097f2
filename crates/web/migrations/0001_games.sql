-- A row a game. `record` is the saved game as text, `future` the moves that
-- were taken back (the next one first, a line each). What lists show stands
-- beside it, so that a list opens no game.
CREATE TABLE games (
    id TEXT PRIMARY KEY NOT NULL,
    title TEXT NOT NULL,
    record TEXT NOT NULL,
    future TEXT NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    clock TEXT,
    paused INTEGER NOT NULL,
    game TEXT NOT NULL,
    moves INTEGER NOT NULL,
    ending TEXT,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL
) STRICT;

CREATE INDEX games_by_time ON games (updated DESC);
