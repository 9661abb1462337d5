"""Packages that import their modules on first use."""

import sys

import pytest

from zet.engines.names import lazy


def test_modules_and_public_names_are_imported_on_first_use(monkeypatch: pytest.MonkeyPatch) -> None:
    get, names = lazy("zet.engines.kernel", "clock", budget="Budget LimitError")
    monkeypatch.delitem(sys.modules, "zet.engines.kernel.budget", raising=False)
    assert get("Budget").__module__ == "zet.engines.kernel.budget"
    assert [get(name).__name__ for name in ("budget", "clock")] == [
        "zet.engines.kernel.budget",
        "zet.engines.kernel.clock",
    ]
    assert names() == ["Budget", "LimitError"]
    with pytest.raises(AttributeError, match=r"^module 'zet.engines.kernel' has no attribute 'rng'$"):
        get("rng")
