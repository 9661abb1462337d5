"""`zet renju`: what a person types about renju and go-moku."""

import click
from zet.cli import language
from zet.cli.renju.claims import verify as verify_rules
from zet.cli.renju.engine import engine
from zet.cli.renju.game import play as play_game
from zet.cli.renju.judge import check, forbidden, openings
from zet.cli.renju.lessons import learn_rules
from zet.cli.renju.noire import experiment
from zet.cli.renju.play import bestmove, defend, puzzle, threats
from zet.cli.renju.rules import rules
from zet.cli.renju.solve import solve, verify
from zet.cli.renju.write import convert, show


@click.group(
    cls=language.Group,
    commands=[
        *(solve, verify, threats, defend, bestmove, play_game, engine, puzzle),
        *(check, forbidden, openings, convert, show, rules, experiment),
    ],
)
def renju() -> None:
    """Renju and go-moku on 15 x 15: rules, forced wins, moves to play.

    FILES hold games or positions of any known format, plain or gzip-compressed; - or nothing is standard
    input. The format is recognised by content; --from names it. A position is what stands on the board
    after the moves of a game.
    """


rules.add_command(verify_rules)
rules.add_command(learn_rules)
language.use()
language.add_option(renju)
