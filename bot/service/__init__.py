"""What a service needs around the bot: logs, health, metrics, its supervisor, copies, shards."""
