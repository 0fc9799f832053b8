"""The simplified, teacher-led version (SIM): four phases, a choice among two or three at each step."""
