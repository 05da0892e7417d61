"""The parts of a picture: every part draws what a `Board` describes and knows no game.

`markup` writes elements, `palette` owns the colours, `lettering` measures words, `marks` holds the signs,
`chip`, `token` and `block` draw pieces, `tiles`, `chequer` and `table` the ground under them.
"""
