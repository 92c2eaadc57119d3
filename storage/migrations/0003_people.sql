CREATE TABLE preferences (
  user_id INTEGER PRIMARY KEY,
  body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;

-- left_at: since when the bot is no longer in the server.
CREATE TABLE guild_settings (
  guild_id INTEGER PRIMARY KEY,
  body TEXT NOT NULL CHECK (json_valid(body)),
  left_at INTEGER
) STRICT;

CREATE INDEX guilds_left ON guild_settings (left_at) WHERE left_at IS NOT NULL;

-- Small things to remember by name: hash of the synced commands, last moment alive …
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
