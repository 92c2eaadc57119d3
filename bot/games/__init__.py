"""The rules: pure values, without input, clock, chance, language or Discord."""
