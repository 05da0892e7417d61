"""The rules, a page for each noun of the rule book: zones, abilities, army, deploy, activation, move,
attack, scoring.  Pure functions of the state; none of them knows what comes next (`phases` does)."""
