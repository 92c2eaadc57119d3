-- Whether something goes on by itself at a table. Of tables from before nobody knows: they are looked
-- at once after the next start.
ALTER TABLE tables ADD COLUMN stirs INTEGER NOT NULL DEFAULT 1 CHECK (stirs IN (0, 1));
CREATE INDEX tables_stirring ON tables (id) WHERE stirs = 1 AND phase = 'playing';
