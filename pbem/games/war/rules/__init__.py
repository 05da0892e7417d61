"""The rules, a page for each noun of the rule book; the numbers in brackets are those of RULES.md."""
