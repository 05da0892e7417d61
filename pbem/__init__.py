"""A play-by-mail referee for two-player tabletop games, with no server and no trust."""

__version__ = "0.1.0"  # a constant: looking it up in the package metadata costs more than starting Python
