"""A turn is a signed sheet of TOML.

canon   the closed data model and its canonical form
model   what stands in a turn file and in a notice, as types
read    bytes → data, with the limits
repair  what mail did to the text, undone
write   data → a document that mail cannot hurt
seal    hash, signature, key
"""
