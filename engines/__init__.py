"""Rules, models, search and learning of the five games: no files, no printing, no command line."""
