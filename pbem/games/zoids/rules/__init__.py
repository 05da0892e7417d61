"""The rules of Zoids, a page for each noun of the rule book; pure predicates and small steps."""
