-- `revision` counts the changes of a game, so that it never decreases whatever the
-- clock does. `checksum` is a CRC-32 of all other columns; games that were kept before
-- have none until they are kept again.
ALTER TABLE games ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN checksum INTEGER;
