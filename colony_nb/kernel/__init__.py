"""What every turn-based game needs and no rule: questions, dice, journal, undo, saves."""
