"""Finds the broken rule in your chess move generator, and counts legal moves.

    def test_my_generator():
        ox88.check(my_divide)

`my_divide(fen, moves, depth)` plays the moves from the position of the FEN, and returns the leaves behind each legal
move: `{"e2e4": 20, ...}`. `check` asks it about the built-in suites, and raises `Difference` if it goes wrong.
`check_moves` takes a function that lists the legal moves. `help(ox88.Options)` shows the options of both.
"""

from __future__ import annotations

import operator
import traceback
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict, Union

from ox88 import _native

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Difference", "Options", "Position", "check", "check_moves", "divide", "perft", "suites"]

# The leaves behind each move. A move is its text, or anything whose `str()` that is.
Rows = Union[Mapping[Any, int], Iterable["tuple[Any, int]"]]


class Difference(AssertionError):
    """A generator goes wrong. The message is the report: the smallest position, the moves, and the broken rule. The
    cause is what the generator raised last."""

    @property
    def report(self) -> str:
        return str(self)


class Options(TypedDict, total=False):
    """What `check` and `check_moves` take as keyword arguments:

    max_nodes   the most leaves of one question; the same questions are asked on every machine
    suite       in place of all built-in suites, the names of some, as in "castling", or files in any dialect
    position    in place of suites: a FEN, "startpos" or the name of a position; " moves e2e4 e7e5" may follow
    depth       how deep `position` is asked: 4 if left out
    all         goes on after the first finding, and ends with a table of the broken rules
    chess960    also positions of suites in which a king castles by taking its own rook, as in "e1h1"
    impossible  also positions of suites that cannot arise in a game
    budget      asks what fits into so many seconds
    """

    max_nodes: int
    suite: str | Iterable[str]
    position: str
    depth: int
    all: bool
    chess960: bool
    impossible: bool
    budget: float


class Position(NamedTuple):
    """A position of a built-in suite."""

    name: str
    fen: str
    counts: dict[int, int]
    """The leaves at each depth that is known."""
    chess960: bool
    """Whether castling is that of Chess960, and written as the king that takes its rook."""
    comments: list[str]


def check(generator: Callable[[str, list[str], int], Rows], **options: Unpack[Options]) -> None:
    """Asks `generator(fen, moves, depth)` for the leaves behind each legal move, and raises `Difference` where it goes
    wrong. An exception in it is a finding as well."""
    __tracebackhide__ = True
    _hunt(generator, False, **options)


def check_moves(
    generator: Callable[[str, list[str]], Iterable[object]], **options: Unpack[Options]
) -> None:
    """The same with a `generator(fen, moves)` that lists the legal moves. It is asked again behind each of them."""
    __tracebackhide__ = True

    def rows(fen: str, moves: list[str], _: int) -> Rows:
        return [(move, 1) for move in generator(fen, moves)]

    _hunt(rows, True, **options)


def divide(fen: str, moves: Iterable[str], depth: int) -> dict[str, int]:
    """The leaves behind each legal move, by its text. `fen` may also be `startpos` or the name of a position."""
    return _native.divide(fen, list(moves), depth)


def perft(fen: str, moves: Iterable[str], depth: int) -> int:
    """The number of ways to play so many half moves. `fen` may also be `startpos` or the name of a position."""
    return _native.perft(fen, list(moves), depth)


def suites() -> dict[str, list[Position]]:
    """The positions of the built-in suites, each with its agreed counts."""
    return {suite: [Position(*it) for it in entries] for suite, entries in _native.suites().items()}


def _hunt(
    generator: Callable[[str, list[str], int], Rows],
    lists_moves: bool,
    *,
    max_nodes: int | None = None,
    suite: str | Iterable[str] = (),
    position: str | None = None,
    depth: int = 4,
    all: bool = False,
    chess960: bool = False,
    impossible: bool = False,
    budget: float | None = None,
) -> None:
    __tracebackhide__ = True
    raised: Exception | None = None

    def answer(fen: str, moves: list[str], depth: int) -> list[tuple[str, int]] | str:
        nonlocal raised
        try:
            rows = generator(fen, moves, depth)
            return [_row(row) for row in (rows.items() if isinstance(rows, Mapping) else rows)]
        except Exception as error:
            raised = error
            last = traceback.extract_tb(error.__traceback__)[-1]
            what = "".join(traceback.format_exception_only(type(error), error)).strip()
            return f"{what}, at {last.filename}:{last.lineno} in {last.name}"

    report = _native.check(
        answer,
        lists_moves,
        {
            "max_nodes": max_nodes,
            "suite": [suite] if isinstance(suite, str) else list(suite),
            "position": position,
            "depth": depth,
            "all": all,
            "chess960": chess960,
            "impossible": impossible,
            "budget": budget,
        },
    )
    if report is not None:
        raise Difference(report) from raised


def _row(row: tuple[object, int]) -> tuple[str, int]:
    move, leaves = row
    if not (hasattr(leaves, "__index__") and 0 <= operator.index(leaves) < 1 << 128):
        raise ValueError(f"the count of {move} is {leaves!r}: expected a whole number")
    return str(move), operator.index(leaves)
