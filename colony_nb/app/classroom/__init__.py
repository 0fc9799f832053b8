"""Class mode: teams join a room with their own devices, by a room code and without accounts.

``limits`` slows down guessing, ``room`` holds rooms, teams and tokens (plain Python), ``shared`` keeps the
views of several browsers in step, ``device`` says what one team sees, ``sockets`` are the pages and the
connection of the devices, ``lobby`` the lecturer's controls, ``pages`` serves everything from one process.
"""
