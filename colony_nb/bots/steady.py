"""placeholder until written"""
from .random import RandomBot


class SteadyBot(RandomBot):
    name = "steady"
