-- What a person has done in one game on one server: running sums, so that a leaderboard need not
-- count a million matches. rating is null until a match was rated; facts are sums by name.
DROP TABLE ratings;
CREATE TABLE standings (
  guild_id INTEGER NOT NULL,
  game TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  mu REAL,
  sigma REAL,
  rating REAL,
  rated INTEGER NOT NULL,
  matches INTEGER NOT NULL,
  won INTEGER NOT NULL,
  left_early INTEGER NOT NULL,
  deals INTEGER NOT NULL,
  score REAL NOT NULL,
  facts TEXT NOT NULL CHECK (json_valid(facts)),
  last_at INTEGER NOT NULL,
  PRIMARY KEY (guild_id, game, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX standings_best_first ON standings (guild_id, game, rating DESC, user_id)
  WHERE rating IS NOT NULL;
CREATE INDEX standings_of_user ON standings (user_id);

-- The channel of a thread: its matches are also found there.
ALTER TABLE results ADD COLUMN parent_id INTEGER;
CREATE INDEX results_of_parent ON results (parent_id, finished_at) WHERE parent_id IS NOT NULL;
CREATE INDEX results_by_age ON results (finished_at);

-- number: the seat of who was there at the end; who left before counts on from the last seat.
CREATE TABLE players (
  result_id INTEGER NOT NULL REFERENCES results (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  user_id INTEGER,
  name TEXT NOT NULL,
  level TEXT,
  side INTEGER NOT NULL,
  won INTEGER NOT NULL CHECK (won IN (0, 1)),
  left_early INTEGER NOT NULL CHECK (left_early IN (0, 1)),
  rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
  deals INTEGER NOT NULL,
  score REAL NOT NULL,
  rating REAL,
  facts TEXT NOT NULL CHECK (json_valid(facts)),
  PRIMARY KEY (result_id, number)
) STRICT, WITHOUT ROWID;

INSERT INTO players
  SELECT result_id, seat, seat, user_id, result_players.name, level, side, won, left_early,
    rating IS NOT NULL, results.deals, score, rating, facts
  FROM result_players JOIN results ON results.id = result_id;
DROP TABLE result_players;
ALTER TABLE players RENAME TO result_players;
CREATE INDEX results_of_user ON result_players (user_id, result_id) WHERE user_id IS NOT NULL;

-- Who did something at a table besides playing: everybody whom its log names.
CREATE INDEX log_people ON log (actor) WHERE actor IS NOT NULL AND kind NOT IN ('acted', 'cut');

-- Who was invited to a table and perhaps never came.
CREATE INDEX log_invited ON log (json_extract(body, '$.user')) WHERE kind = 'invited';
