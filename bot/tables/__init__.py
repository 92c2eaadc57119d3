"""Tables: who sits where, whose turn it is, and the log that is the truth."""
