-- "Atou", so that another program's database is never taken for ours.
PRAGMA application_id = 1098149749;

-- A table in a channel. Open are lobby, playing and over (the match is finished, the table not yet
-- cleared); a suspended table waits for somebody to take it up again and blocks nobody meanwhile.
CREATE TABLE tables (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  guild_id INTEGER NOT NULL,
  channel_id INTEGER NOT NULL,
  parent_id INTEGER,
  game TEXT NOT NULL,
  phase TEXT NOT NULL CHECK (phase IN ('lobby', 'playing', 'over', 'ended', 'suspended')),
  suspended_why TEXT,
  host_id INTEGER NOT NULL,
  rules TEXT NOT NULL CHECK (json_valid(rules)),
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  board_channel_id INTEGER,
  board_message_id INTEGER,
  board_posted_at INTEGER,
  opened_at INTEGER NOT NULL,
  touched_at INTEGER NOT NULL,
  finished_at INTEGER,
  due_at INTEGER,
  log_length INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE UNIQUE INDEX one_open_table_a_channel ON tables (channel_id)
  WHERE phase IN ('lobby', 'playing', 'over');
CREATE INDEX tables_suspended ON tables (channel_id) WHERE phase = 'suspended';
CREATE INDEX tables_due ON tables (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX tables_ended ON tables (touched_at) WHERE phase = 'ended';
CREATE INDEX tables_of_guild ON tables (guild_id);

-- user_id alone: a person plays. level alone: a computer. Both: a computer minds the person's
-- seat. Neither: the seat is empty.
CREATE TABLE seats (
  table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
  seat INTEGER NOT NULL,
  user_id INTEGER,
  name TEXT NOT NULL,
  level TEXT,
  PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_of_user ON seats (user_id) WHERE user_id IS NOT NULL;

-- The truth of a table. seq counts from 1 without gaps.
CREATE TABLE log (
  table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  actor INTEGER,
  body TEXT NOT NULL CHECK (json_valid(body)),
  PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;
