"""match5: five in a row on 9 x 9 fields, by a player that learns a pattern from each loss."""
