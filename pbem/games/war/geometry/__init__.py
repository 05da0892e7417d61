"""The ground of WAR in whole numbers: hundredths of an inch, exact answers, no rules.

`numbers` (roundings, lengths, directions), `predicates` (points, segments, terrain), `field` (bases on a
table), `block` (ranks, files, who goes where), `moves`, `sight`, `charge` with `throng`, `aftermath`.
Two machines that run this agree to the last hundredth, and nothing here depends on the order in which
units or terrain are listed: ties go to the lower number of a model, or to the left one of two places.
"""
