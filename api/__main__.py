"""`python -m zet`: the command."""

from zet.cli import main

if __name__ == "__main__":
    main()
