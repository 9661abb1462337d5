"""The command `zet match5 merge`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zet.cli.match5.options import (
    changing,
    knowledge_path,
    method_option,
    owner_options,
    path_argument,
    patterns_text,
    read_knowledge,
)
from zet.cli.output import write_line
from zet.cli.parameters import Command
from zet.cli.words import _
from zet.engines import match5
from zet.formats import match5 as formats

if TYPE_CHECKING:
    from pathlib import Path


@click.command(cls=Command)
@path_argument
@click.argument("other", metavar="OTHER", type=knowledge_path)
@method_option(
    "How to add patterns. original: add each pattern as if it had just been learned, as in the "
    "original program; proof: add only the patterns that KNOWLEDGE lacks, each after all "
    "other patterns of its level."
)
@owner_options
def merge(path: Path, other: Path, method: str, **owner: Any) -> int:
    """Add the patterns of OTHER, a knowledge file in any format, to the knowledge file KNOWLEDGE."""
    added = read_knowledge(other)
    with changing(path, **owner) as (file, knowledge):
        player = match5.Player(knowledge.patterns, larger_first=method != "original")
        changes = [
            mutation.action for mutation in match5.training.merge_patterns(method, player, added.patterns)
        ]
        formats.store.save(file, knowledge.with_patterns(player.patterns))
    gone, come = changes.count("removed"), len(changes) - changes.count("removed")
    words = _("{come} added, {gone} removed, {patterns} in all")
    write_line(f"{path}: " + words.format(come=come, gone=gone, patterns=patterns_text(len(player))))
    return 0
