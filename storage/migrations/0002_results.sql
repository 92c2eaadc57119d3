-- One row a finished match. Without a reference to tables: results outlive them.
CREATE TABLE results (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  table_id INTEGER NOT NULL UNIQUE,
  guild_id INTEGER NOT NULL,
  channel_id INTEGER NOT NULL,
  game TEXT NOT NULL,
  rules TEXT NOT NULL CHECK (json_valid(rules)),
  started_at INTEGER NOT NULL,
  finished_at INTEGER NOT NULL,
  deals INTEGER NOT NULL,
  rated INTEGER NOT NULL CHECK (rated IN (0, 1))
) STRICT;

CREATE INDEX results_of_guild ON results (guild_id, game, finished_at);
CREATE INDEX results_of_channel ON results (channel_id, finished_at);

-- Apart from results, so that lists do not read past them. zlib over JSON, without the names of
-- the players: those are in result_players alone, where they can be forgotten.
CREATE TABLE records (
  result_id INTEGER PRIMARY KEY REFERENCES results (id) ON DELETE CASCADE,
  packed BLOB NOT NULL
) STRICT;

-- facts: what the game counts besides (slams, bids made …). rating: after this match.
CREATE TABLE result_players (
  result_id INTEGER NOT NULL REFERENCES results (id) ON DELETE CASCADE,
  seat INTEGER NOT NULL,
  user_id INTEGER,
  name TEXT NOT NULL,
  level TEXT,
  side INTEGER NOT NULL,
  won INTEGER NOT NULL CHECK (won IN (0, 1)),
  left_early INTEGER NOT NULL CHECK (left_early IN (0, 1)),
  score REAL NOT NULL,
  rating REAL,
  facts TEXT NOT NULL CHECK (json_valid(facts)),
  PRIMARY KEY (result_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_of_user ON result_players (user_id, result_id) WHERE user_id IS NOT NULL;

-- Running sums, so that a leaderboard need not count a million matches.
CREATE TABLE ratings (
  guild_id INTEGER NOT NULL,
  game TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  mu REAL NOT NULL,
  sigma REAL NOT NULL,
  rating REAL NOT NULL,
  matches INTEGER NOT NULL,
  won INTEGER NOT NULL,
  deals INTEGER NOT NULL,
  score REAL NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (guild_id, game, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_best_first ON ratings (guild_id, game, rating DESC);
CREATE INDEX ratings_of_user ON ratings (user_id);
