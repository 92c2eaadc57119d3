-- Whether a table went out of play and its board has not been seen to say so. Of tables from before
-- it is taken for granted.
ALTER TABLE tables ADD COLUMN last_board_due INTEGER NOT NULL DEFAULT 0
  CHECK (last_board_due IN (0, 1));
CREATE INDEX tables_last_board_due ON tables (id) WHERE last_board_due = 1;
