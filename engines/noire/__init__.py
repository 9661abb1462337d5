"""BLANCHE and NOIRE: knowledge rules of renju outside the program, and the search that rests on them."""
