"""Many games at once: batches, their calibration figures, and games as data frames.

`batch` and `calibration` need the standard library alone; `frames` needs pandas.
"""
