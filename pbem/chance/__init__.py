"""Luck that neither side owns.

shares  the secrets of one player in one match: dice shares, salts, boxes
dice    two shares and the opening file → a stream of fair dice
"""
