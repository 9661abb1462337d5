"""`python -m zet` runs the command `zet`."""

from zet.cli import main

if __name__ == "__main__":
    main()
