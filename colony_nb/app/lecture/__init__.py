"""Lecture mode: the lecturer's desk, the projector, and the stage that says what the projector may show."""
