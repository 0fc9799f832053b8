"""Texts: the catalogue of sentences, and what belongs to a moment of the game."""

from colony_nb.commentary.catalogue import Catalogue, UnknownLanguage

__all__ = ["Catalogue", "UnknownLanguage"]
