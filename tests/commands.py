"""Run commands as a user types them: lines of the shell in which `zet` runs in this process.

A line is split into pipelines and stages. A stage that is `zet` goes to `running.call`; other stages go
to the shell, which also expands words with variables and patterns. Lines with loops, groups or a cluster
run in the shell as a whole, where each `zet` is a process. With `--jobs`, this process starts workers.
"""

import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import click
from running import call, scratch

ROOT = Path(__file__).parents[1]
STRANGE = re.compile(r"COLUMNS|LANGUAGE|PYTHONDONTWRITEBYTECODE|MAKE.*|MFLAGS|GIT_.*|MUTANT_UNDER_TEST")
"""Variables that change the output of commands: of a terminal, or of the make or git that runs the tests.

Python's variables are removed so that it caches compiled modules, and the next process starts sooner.

mutmut's variable names the running mutant; mutmut does not look for a mutant if the variable is missing.
"""
ENVIRONMENT = {
    **{key: value for key, value in os.environ.items() if not STRANGE.fullmatch(key)},
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    "PYTHONWARNINGS": "error",
    "LC_ALL": "C.UTF-8",
}

Done = subprocess.CompletedProcess[str]

WORD = r"""(?:'[^']*'|"(?:\\.|[^"\\])*"|\$\([^()]*\)|\\.|[^\s'"\\|&;<>()`])+"""
TOKEN = re.compile(
    rf"\s*(?:(?P<sign>\d?(?:>>|>|<))(?P<target>&\d|\s*{WORD})|(?P<link>&&|\|\||[|;])|(?P<word>{WORD}))"
)
ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=.*", re.S)
EXPANDED = re.compile(r"[$*?[~]")
QUOTED = re.compile(r"""'[^']*'|"[^"$]*\"""")
DOCUMENT = re.compile(r"(?P<command>[^\n|;&]*)<<'END'(?P<rest>[^\n]*)\n(?P<text>.*\n)END", re.S)
"""A line whose first command reads a document that follows it."""
NEEDS_PROCESS = re.compile(r"--cluster|--jobs \S*:|mkfifo|PYTHONWARNINGS=")
"""The parts of a line that need a real process."""
SHELL_WORDS = {"do", "exec", "for", "if", "read", "set", "trap", "ulimit", "umask", "while", "{"}


class UnknownSyntaxError(Exception):
    """A line has syntax that only a shell can run."""


def run(command: str, *, stdin: str | bytes = "", folder: Path = ROOT, timeout: float = 60) -> Done:
    """Run a shell command from a folder, with every `zet` in it in this process."""
    if document := DOCUMENT.fullmatch(command):
        command, stdin = document["command"] + document["rest"], document["text"]
    try:
        if NEEDS_PROCESS.search(command):
            raise UnknownSyntaxError
        pipelines = parsed(command)
    except UnknownSyntaxError:
        return run_processes(command, stdin=stdin, folder=folder, timeout=timeout)
    given = stdin.encode() if isinstance(stdin, str) else stdin
    with scratch(given) as questions, scratch() as output, scratch() as errors:
        code = _Shell(questions, output, errors, folder).run(pipelines)
        said = [stream.read() for stream in (output, errors) if not stream.seek(0)]
    return Done(command, code, *(data.decode() for data in said))


def run_processes(
    command: str, *, stdin: str | bytes = "", folder: Path = ROOT, timeout: float = 60
) -> Done:
    """Run a shell command from a folder, with every `zet` in a separate process."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=ENVIRONMENT,
        input=given,
        capture_output=True,
        timeout=timeout,
    )
    return Done(command, done.returncode, done.stdout.decode(), done.stderr.decode())


def commands_in(
    group: click.Group, prefix: str = "", only: str | None = None
) -> Iterator[tuple[str, click.Command]]:
    """Yield the commands of a group and of the groups in it, each after its full name."""
    context = click.Context(group)
    for name in [only] if only else group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None, name
        if isinstance(command, click.Group):
            yield from commands_in(command, f"{prefix}{name} ")
        else:
            yield f"{prefix}{name}", command


class Process(subprocess.Popen[bytes]):
    """A process that is killed, without waiting, if the test fails in its `with` block."""

    def __exit__(self, kind: type[BaseException] | None, *error: Any) -> None:
        if kind:
            self.kill()
        super().__exit__(kind, *error)


def start(*arguments: str, **options: object) -> Process:
    """Start `zet` with pipes for its three streams, unless the options change that."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return Process(
        ["zet", *arguments],
        cwd=ROOT,
        **{"env": ENVIRONMENT, **pipes, **options},  # type: ignore[call-overload]
    )


def cpu_seconds(process: "subprocess.Popen[Any]") -> float:
    """Return the CPU time of a process."""
    numbers = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


def let_compute(process: "subprocess.Popen[Any]", seconds: float = 0.4) -> None:
    """Wait until a process has used this much CPU time; its start takes about 0.1 s."""
    limit = time.monotonic() + 300
    while cpu_seconds(process) < seconds:
        assert process.poll() is None
        if time.monotonic() > limit:
            process.kill()
            raise TimeoutError(f"{process.args} has computed {cpu_seconds(process)} s in five minutes")
        time.sleep(0.01)


def what_was_shown(master: int) -> bytes:
    """Return the output on a terminal."""
    shown = b""
    try:
        while piece := os.read(master, 4096):
            shown += piece
    except OSError:  # the end of a terminal, on Linux
        pass
    os.close(master)
    return shown


@dataclass
class Stage:
    """A parsed command: the assignments before it, its words, its redirections (sign, target)."""

    assignments: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    redirections: list[tuple[str, str]] = field(default_factory=list)

    @property
    def is_zet(self) -> bool:
        """Whether the command runs in this process."""
        return self.words[:1] == ["zet"]

    def text(self) -> str:
        """Return the command as text for the shell."""
        return " ".join([*self.assignments, *self.words, *(f"{a}{b}" for a, b in self.redirections)])


@dataclass
class Pipeline:
    """Stages with pipes between them, and the link to the pipeline after them."""

    stages: list[Stage]
    link: str = ";"


def parsed(line: str) -> list[Pipeline]:
    """Return the pipelines of a shell line.

    Raises:
        UnknownSyntaxError: the line has more than words, redirections and links.
    """
    found, at = [Pipeline([Stage()])], 0
    while at < len(line.rstrip()):
        token = TOKEN.match(line, at)
        if not token:
            raise UnknownSyntaxError
        at = token.end()
        stage, word = found[-1].stages[-1], token["word"]
        if token["link"] == "|":
            found[-1].stages.append(Stage())
        elif token["link"]:
            found[-1].link = token["link"]
            found.append(Pipeline([Stage()]))
        elif token["sign"]:
            stage.redirections.append((token["sign"], token["target"].strip()))
        elif not stage.words and ASSIGNMENT.fullmatch(word):
            stage.assignments.append(word)
        elif _needs_shell(stage, word):
            raise UnknownSyntaxError
        else:
            stage.words.append(word)
    return found


def _needs_shell(stage: Stage, word: str) -> bool:
    """Return whether the next word makes a stage one for the shell, or starts `zet` there."""
    if not stage.words:
        return word in SHELL_WORDS
    return not stage.is_zet and (word == "zet" or "zet " in word)


class _Shell:
    """The state of a shell between commands: streams, folder, variables, the exit code."""

    def __init__(self, stdin: IO[bytes], stdout: IO[bytes], stderr: IO[bytes], folder: Path) -> None:
        self.stdin = stdin
        self.stdout = stdout
        self.stderr = stderr
        self.folder = folder
        self.environment = dict(ENVIRONMENT)
        self.code = 0

    def run(self, pipelines: list[Pipeline]) -> int:
        """Run all pipelines and return the exit code of the last that ran."""
        link = ";"
        for pipeline in pipelines:
            if link == ";" or (link == "&&") == (self.code == 0):
                self._run_pipeline(pipeline.stages)
            link = pipeline.link
        return self.code

    def _run_pipeline(self, stages: list[Stage]) -> None:
        with ExitStack() as stack:
            stdin = self.stdin
            while stages:
                stage, *stages = stages
                stdout = stack.enter_context(scratch()) if stages else self.stdout
                if stage.is_zet and stages and not stages[0].is_zet:  # zet may stop reading early
                    reader, *stages = stages
                    stdout = stack.enter_context(scratch()) if stages else self.stdout
                    self._run_beside(stage, stdin, reader, stdout)
                else:
                    self._run_stage(stage, stdin, stdout)
                if stages:
                    stdout.seek(0)
                    stdin = stdout

    def _run_beside(self, stage: Stage, stdin: IO[bytes], reader: Stage, stdout: IO[bytes]) -> None:
        """Run a stage that is `zet` into a pipe to a process."""
        process = self._start(reader.text(), subprocess.PIPE, stdout)
        assert process.stdin
        with process, process.stdin:
            self._run_stage(stage, stdin, process.stdin)
        self.code = process.returncode

    def _run_stage(self, stage: Stage, stdin: IO[bytes], stdout: IO[bytes]) -> None:
        match stage.words:
            case []:
                for assignment in stage.assignments:
                    name, value = self._expanded(assignment)[0].split("=", 1)
                    self.environment[name] = value
            case ["cd", where]:
                self.folder /= self._expanded(where)[0]
            case ["zet", *_]:
                self.code = self._run_zet(stage, [stdin, stdout, self.stderr])
            case _:
                self.code = self._start(stage.text(), stdin, stdout).wait()

    def _run_zet(self, stage: Stage, files: list[IO[bytes]]) -> int:
        environment = self.environment | dict(
            self._expanded(assignment)[0].split("=", 1) for assignment in stage.assignments
        )
        with ExitStack() as stack:
            for sign, target in stage.redirections:
                number = int(sign[0]) if sign[0].isdigit() else int(">" in sign)
                if target[0] == "&":
                    files[number] = files[int(target[1])]
                    continue
                mode = {"<": "rb", ">": "wb", ">>": "ab"}[sign.lstrip("012")]
                path = self.folder / self._expanded(target)[0]
                files[number] = stack.enter_context(path.open(mode))
            words = self._expanded(*stage.words[1:])
            return call(words, files, folder=self.folder, environment=environment)

    def _start(self, text: str, stdin: IO[bytes] | int, stdout: IO[bytes]) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            ["/bin/sh", "-c", text.replace("$?", str(self.code))],
            cwd=self.folder, env=self.environment, stdin=stdin, stdout=stdout, stderr=self.stderr,
        )  # fmt: skip

    def _expanded(self, *words: str) -> list[str]:
        """Return the expansion of words: without quotes, with variables and file names filled in."""
        if not any(EXPANDED.search(QUOTED.sub("", word)) for word in words):
            return shlex.split(" ".join(words))
        with scratch() as found:
            self._start(f"printf '%s\\0' {' '.join(words)}", self.stdin, found).wait()
            found.seek(0)
            return [os.fsdecode(word) for word in found.read().split(b"\0")[:-1]]
