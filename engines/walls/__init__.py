"""The engine of walls: dots and boxes in which the turn always passes, and the well-known game."""
