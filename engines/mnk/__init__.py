"""Tic-tac-toe and the m,n,k games: the model, complete tables, the search, and the original's player."""
