-- A game is a tree of moves: all nodes and the current one, as JSON. A game that
-- was kept before has none, and is read from `record` and `future` until it is
-- kept again; `record` stays the line that leads to the current node.
ALTER TABLE games ADD COLUMN tree TEXT NOT NULL DEFAULT '';
