"""What people see of finished matches: history, replay, proofs, sums, ratings and plots."""
