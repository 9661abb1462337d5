"""Rules, models, search and learning for the five games, without files, printing or a command line."""
