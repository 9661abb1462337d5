"""Tectonic (Suguru) puzzles: the model, the solver, the human-style explainer, and what rests on them."""
