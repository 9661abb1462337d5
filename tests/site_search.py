"""Ask the search index of the built site newcomers' questions: `python tests/site_search.py build/site`.

The order of the answers follows the script of Sphinx that searches in the browser (`searchtools.js`).
`make docs` runs this: a question whose page is not among the first three answers is an error.
"""

import json
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import snowballstemmer
from sphinx.search.en import SearchEnglish

QUESTIONS = {
    "install": "install",
    "pip install": "install",
    "windows": "install",
    "uninstall": "install",
    "without compiler": "install",
    "api": "python",
    "import zet": "python",
    "notebook": "tutorial/notebook",
    "pandas": "tutorial/notebook",
    "json keys": "json",
    "exit code": "using",
    "options": "using",
    "man page": "using",
    "dutch": "using",
    "folder": "using",
    "tab completion": "using",
    "solve a photo": "tutorial/scan",
    "print a book": "tutorial/books",
    "suguru": "tectonic/README",
    "difficulty": "tectonic/rating",
    "renju rules": "renju/rules",
    "losing move": "renju/analyze",
    "sgf": "formats/renju-sgf",
    "cluster": "cluster",
    # of players of renju
    "forbidden moves": "renju/rules",
    "vcf": "renju/solver",
    "gomocup": "renju/engine",
    "gomoku": "renju/README",
    "opening rules": "renju/rules",
    "renlib": "formats/renju-lib",
    "tournament": "renju/match",
    # of setters
    "booklet": "tutorial/books",
    "generate puzzles": "tectonic/setters",
    "rate a puzzle": "tectonic/rating",
    "symmetric givens": "tectonic/setters",
    "unique solution": "tectonic/solver",
    # of data scientists
    "csv": "cookbook",
    "elo": "renju/match",
    "learning curve": "cookbook",
    "parallel": "using",
    "proof": "verify",
    "statistics": "tutorial/notebook",
    "stdin": "using",
}
"""What newcomers type, and the page that answers it."""

OBJECT_PRIORITIES = {0: 15, 1: 5, 2: -5}


class Index:
    """The search index of a site."""

    def __init__(self, text: str) -> None:
        found = re.fullmatch(r"Search\.setIndex\((.*)\);?\s*", text, re.DOTALL)
        assert found
        self._index: dict[str, Any] = json.loads(found[1])
        self._stem = snowballstemmer.stemmer("english").stemWord
        self._stopwords = SearchEnglish.stopwords

    def answers(self, query: str) -> list[str]:
        """Return the names of the pages that a search shows, in order and each once."""
        whole = query.lower().strip()
        words = re.findall(r"\w+", whole)
        terms = {self._stem(word) for word in words if word not in self._stopwords and not word.isdigit()}
        found = [*self._titles(whole), *self._texts(terms)]
        for word in dict.fromkeys(words):
            found += self._objects(word, [one for one in words if one != word])
        main, other = self._entries(whole)
        # The best answer comes first; answers with the same score are sorted by title.
        ordered = [
            sorted(results, key=lambda one: (-one[0], one[1].lower()))
            for results in (found + main, other)
        ]
        names = [self._index["docnames"][file] for results in ordered for _score, _title, file in results]
        return list(dict.fromkeys(names))

    def _titles(self, whole: str) -> list[tuple[float, str, int]]:
        titles = self._index["titles"]
        return [
            (
                int(15 * len(whole) / len(title) + 0.5) + (titles[file] == title),
                title if titles[file] == title else f"{titles[file]} > {title}",
                file,
            )
            for title, places in self._index["alltitles"].items()
            if whole in title.lower().strip() and len(whole) >= len(title) / 2
            for file, _anchor in places
        ]

    def _entries(self, whole: str) -> tuple[list[tuple[float, str, int]], list[tuple[float, str, int]]]:
        main: list[tuple[float, str, int]] = []
        other: list[tuple[float, str, int]] = []
        for entry, places in self._index["indexentries"].items():
            if whole in entry and len(whole) >= len(entry) / 2:
                for file, _anchor, is_main in places:
                    score = int(100 * len(whole) / len(entry) + 0.5)
                    (main if is_main else other).append((score, self._index["titles"][file], file))
        return main, other

    def _objects(self, word: str, others: list[str]) -> list[tuple[float, str, int]]:
        found: list[tuple[float, str, int]] = []
        for prefix, objects in self._index["objects"].items():
            for file, kind, priority, _anchor, name in objects:
                full = f"{prefix}.{name}" if prefix else name
                last = full.lower().rpartition(".")[2]
                if word not in full.lower():
                    continue
                title = self._index["titles"][file]
                about = f"{prefix} {name} {self._index['objnames'][str(kind)][2]} {title}".lower()
                if any(one not in about for one in others):
                    continue
                is_exact = word in (full.lower(), last)
                score = (11 if is_exact else 6 if word in last else 0) + OBJECT_PRIORITIES.get(
                    priority, 0
                )
                found.append((score, full, file))
        return found

    def _texts(self, words: set[str]) -> list[tuple[float, str, int]]:
        """Return the pages with all words, each with the score of its best word."""
        scores: dict[int, dict[str, int]] = defaultdict(dict)
        for word in words:
            for kind, whole, part in (("terms", 5, 2), ("titleterms", 15, 7)):
                terms = self._index[kind]
                matching = [word] if word in terms else []
                if not matching and len(word) > 2:
                    matching = [term for term in terms if word in term]
                for term in matching:
                    files = terms[term] if isinstance(terms[term], list) else [terms[term]]
                    for file in files:
                        scores[file][word] = whole if term == word else part
        n_long = sum(len(word) > 2 for word in words)
        titles = self._index["titles"]
        return [
            (max(by_word.values()), titles[file], file)
            for file, by_word in scores.items()
            if len(by_word) in (len(words), n_long)
        ]


def missed(index: Index) -> list[str]:
    """Return a line for each question whose page is not among the first three."""
    names = {question: index.answers(question)[:3] for question in QUESTIONS}
    return [
        f"{asked}: {', '.join(names[asked])}"
        for asked, page in QUESTIONS.items()
        if page not in names[asked]
    ]


if __name__ == "__main__":
    lines = missed(Index((Path(sys.argv[1]) / "searchindex.js").read_text()))
    for line in lines:
        print(
            f"the search does not lead to {QUESTIONS[line.partition(': ')[0]]}: {line}", file=sys.stderr
        )
    sys.exit(bool(lines))
