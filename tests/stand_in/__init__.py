"""The stand-in must refuse what Discord refuses, and a real client must play through it."""
