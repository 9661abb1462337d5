"""Renju and go-moku on 15 x 15: rules, forced wins by threats, playing moves."""
