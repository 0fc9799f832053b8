"""Colony, the full game: one module a section of the rulebook."""
