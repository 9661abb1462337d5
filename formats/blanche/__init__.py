"""BLANCHE, the knowledge language: its files."""
