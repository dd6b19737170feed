"""Finds the broken rule in your chess move generator, and counts legal moves.

    def test_my_generator():
        ox88.check(my_divide)

`my_divide(fen, moves, depth)` plays the moves from the position of the FEN, and returns the leaves behind each legal
move: `{"e2e4": 20, ...}`. `check` asks it about the built-in suites, and raises `Difference` if it goes wrong.
`check_moves` takes a function that lists the legal moves. `help(ox88.Options)` shows the options of both. What is no
such function, or no such option, is a `TypeError`. `check_facts` tests what no count shows: keys, checks, SAN, ends.
"""

from __future__ import annotations

import difflib
import inspect
import operator
import reprlib
import traceback
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol, TypedDict, Union

from ox88 import _native

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "Board",
    "Difference",
    "Facts",
    "Options",
    "Passed",
    "Position",
    "Total",
    "check",
    "check_facts",
    "check_moves",
    "divide",
    "explain_total",
    "perft",
    "suites",
]

# The leaves after each move. A move is its text, or anything whose `str()` that is.
Rows = Union[Mapping[Any, int], Iterable["tuple[Any, int]"]]


class Difference(AssertionError):
    """A generator goes wrong. The message is the report: the smallest position, the moves, and the broken rule. The
    cause is what the generator raised last."""

    def __init__(self, report: str, json: str = "") -> None:
        super().__init__(report)
        self.json = json
        """The same for programs."""

    @property
    def report(self) -> str:
        return str(self)


class Passed(NamedTuple):
    """A generator that went wrong nowhere."""

    positions: int
    """The positions that it was asked about."""
    of: int
    """The positions that could be asked about: `whole=True` asks about all of them."""
    report: str
    json: str
    """The same for programs."""


class Facts(NamedTuple):
    """A board that told no wrong fact."""

    positions: int
    """The positions that it was asked about."""
    asked: list[str]
    """The facts that it was asked for."""
    report: str
    json: str
    """The same for programs."""


class Board(Protocol):
    """What `check_facts` needs of a board. It calls these methods as well, if there are any:

    unmake()            takes back the move that was made last
    key()               the key: a number, or its hexadecimal digits
    eval()              the evaluation of the side to move, twice: as it was kept along the moves, and rebuilt
    make_null()         makes a null move, which unmake() takes back; False where there is none
    stages()            the legal moves by the stages of the generator, as in {"noisy": ["e4d5"], "quiet": ["e1d1"]}
    stages_are_pseudo() whether the stages also list moves that leave the king attacked
    fen()               the FEN
    is_check()          whether the side to move is in check
    outcome()           "checkmate", "stalemate", "fifty", "repetition" or "material"; None while the game goes on
    gives_check(move)   whether a legal move gives check
    is_capture(move)    whether a legal move captures
    san(move)           a legal move in SAN
    is_legal(move)      whether any two squares, with or without the letter of a promotion, are a legal move
    read_san(text)      the move that a text in SAN means; None if it means none, or more than one
    leaves(depth)       the leaves of each kind, as in {"captures": 8, "en passant": 0, "checks": 3, "mates": 0}
    knows_chess960()    whether it may be asked about Chess960, where castling is the king that takes its rook

    Moves are texts of UCI, as in "e7e8q".
    """

    def set_up(self, fen: str) -> object: ...

    def make(self, move: str) -> object: ...


class Options(TypedDict, total=False):
    """What `check` and `check_moves` take as keyword arguments. Without any, the catch-all suite is asked to its end,
    and then what fits into three seconds of the others.

    whole       all positions, however long that takes: the same questions on every machine
    max_nodes   the most leaves of one question, 10,000 if left out; all up to there are asked
    suite       in place of all built-in suites, the names of some, as in "castling", or files in any format
    position    in place of suites: a FEN, "startpos" or the name of a position; " moves e2e4 e7e5" may follow
    depth       how deep `position` is asked: 4 if left out
    all         goes on after the first finding, and ends with a table of the broken rules
    chess960    also positions of suites in which a king castles by taking its own rook, as in "e1h1"
    impossible  also positions of suites that cannot arise in a game
    budget      asks what fits into so many seconds
    """

    whole: bool
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


class Total(NamedTuple):
    """What is known of a total."""

    right: bool
    rules: list[str]
    """The rules of the known bugs that give exactly this total, if they are few."""
    faults: list[str]
    """What engines with these bugs do. A total alone does not prove that yours does."""
    report: str


def check(generator: Callable[[str, list[str], int], Rows], **options: Unpack[Options]) -> Passed:
    """Asks `generator(fen, moves, depth)` for the leaves behind each legal move, and raises `Difference` where it goes
    wrong. An exception in it is a finding as well."""
    __tracebackhide__ = True
    return _hunt("check", generator, ("fen", "moves", "depth"), options)


def check_moves(generator: Callable[[str, list[str]], Iterable[object]], **options: Unpack[Options]) -> Passed:
    """The same with a `generator(fen, moves)` that lists the legal moves. It is asked again behind each of them."""
    __tracebackhide__ = True
    return _hunt("check_moves", generator, ("fen", "moves"), options)


def check_facts(new: Callable[[], Board], *, budget: float = 20.0) -> Facts:
    """Asks boards for facts that no count shows, for so many seconds at most, and raises `Difference` where one is wrong.
    `new` makes a board, such as its class. A method that a board does not have is not asked for."""
    __tracebackhide__ = True
    if not callable(new):
        raise TypeError(f"check_facts(): new is {reprlib.repr(new)}: expected a class of boards, or a function that makes one")
    _refuse_options("check_facts", {"budget": budget})
    raised: Exception | None = None

    def new_board() -> Callable[[str, str], tuple[bool, str | None]]:
        board = new()
        _refuse_board(board)

        def ask(name: str, text: str) -> tuple[bool, str | None]:
            nonlocal raised
            method = getattr(board, name, None)
            if method is None:
                return False, None
            given = () if not text else (int(text),) if name == "leaves" else (text,)
            try:
                returned = method(*given)
                _refuse_waiting(returned)
                return False, _FACTS[name](returned)
            except _Misuse as misuse:
                raise TypeError(f"check_facts(): {name}({', '.join(map(repr, given))}) returned {misuse}") from None
            except Exception as error:
                raised = error
                return True, _line_of(error)

        return ask

    differs, positions, asked, report, json = _native.check_facts(new_board, float(budget))
    if differs:
        raise Difference(report, json) from raised
    return Facts(positions, asked, report, json)


def divide(fen: str, moves: Iterable[str], depth: int) -> dict[str, int]:
    """The leaves behind each legal move, by its text. `fen` may also be `startpos` or the name of a position."""
    return _native.divide(fen, list(moves), depth)


def perft(fen: str, moves: Iterable[str], depth: int) -> int:
    """The number of ways to play so many half moves. `fen` may also be `startpos` or the name of a position."""
    return _native.perft(fen, list(moves), depth)


def explain_total(total: int | str, position: str | None = None, depth: int | None = None) -> Total:
    """Which known bugs give exactly this total, in this position at this depth, or in any that authors count first.
    `position` is a FEN, `startpos` or the name of a position."""
    return Total(*_native.explain_total(str(total), position, depth))


def suites() -> dict[str, list[Position]]:
    """The positions of the built-in suites, each with its agreed counts."""
    return {suite: [Position(*it) for it in entries] for suite, entries in _native.suites().items()}


def _hunt(name: str, generator: Callable[..., Any], parameters: tuple[str, ...], options: Mapping[str, Any]) -> Passed:
    __tracebackhide__ = True
    _refuse_function(name, generator, parameters)
    _refuse_options(name, options)
    lists_moves = "depth" not in parameters
    raised: Exception | None = None

    def answer(fen: str, moves: list[str], depth: int) -> list[tuple[str, int]] | str:
        nonlocal raised
        question = (fen, moves, depth)[: len(parameters)]
        try:
            returned = generator(*question)
            return [(_move(it), 1) for it in _moves(returned)] if lists_moves else [_row(it) for it in _rows(returned)]
        except _Misuse as misuse:
            called = ", ".join(map(repr, question))
            raise TypeError(f"{name}(): generator({called}) returned {misuse}") from None
        except Exception as error:
            raised = error
            return _line_of(error)

    suite = options.get("suite") or ()
    asked: list[tuple[str, str]] = [("suite", name) for name in ([suite] if isinstance(suite, str) else suite)]
    asked += [(flag, "") for flag in ("whole", "all", "chess960", "impossible") if options.get(flag)]
    asked += [(name, str(options[name])) for name in ("max_nodes", "budget") if options.get(name) is not None]
    if options.get("position") is not None:
        asked.append(("position", f"{options.get('depth') or 4} {options['position']}"))
    differs, positions, of, report, json = _native.check(answer, lists_moves, asked)
    if differs:
        raise Difference(report, json) from raised
    return Passed(positions, of, report, json)


def _line_of(error: Exception) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    what = "".join(traceback.format_exception_only(type(error), error)).strip()
    return f"{what}, at {last.filename}:{last.lineno} in {last.name}"


# How the two kinds of generators are written.
_FORMS = {
    "check": 'a function from a FEN, moves and a depth to the leaves behind each legal move, as in {"e2e4": 20, ...}',
    "check_moves": 'a function from a FEN and moves to the legal moves, as in ["e2e4", ...]',
}


def _refuse_function(name: str, generator: object, parameters: tuple[str, ...]) -> None:
    __tracebackhide__ = True
    expected = f"expected {_FORMS[name]}: `def generator({', '.join(parameters)})`"
    if not callable(generator):
        raise TypeError(f"{name}(): generator is {reprlib.repr(generator)}: {expected}")
    if inspect.iscoroutinefunction(generator) or inspect.isasyncgenfunction(generator):
        raise TypeError(f"{name}(): generator is `async`: {expected}")
    try:
        signature = inspect.signature(generator)
    except (TypeError, ValueError):
        return
    try:
        signature.bind(*parameters)
    except TypeError as error:
        raise TypeError(f"{name}(): generator has the parameters {signature} ({error}): {expected}") from None


def _is_whole(value: object) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, bool)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_names(value: object) -> bool:
    return isinstance(value, str) or (
        isinstance(value, (list, tuple, set, frozenset)) and all(isinstance(name, str) for name in value)
    )


# Of each option: whether a value has its type, whether it is in its range, and what is expected.
_OPTIONS: dict[str, tuple[Callable[[Any], bool], Callable[[Any], bool], str]] = {
    "whole": (_is_flag, lambda _: True, "True or False"),
    "max_nodes": (_is_whole, lambda leaves: 1 <= leaves < 1 << 128, "a number of leaves, as in 1_000_000"),
    "suite": (_is_names, lambda _: True, 'the name of a suite or of a file, or a list of them, as in "castling"'),
    "position": (lambda it: isinstance(it, str), lambda _: True, 'a FEN, "startpos" or a name, as in "kiwipete"'),
    "depth": (_is_whole, lambda depth: 1 <= depth <= 255, "a number of half moves up to 255, as in 4"),
    "all": (_is_flag, lambda _: True, "True or False"),
    "chess960": (_is_flag, lambda _: True, "True or False"),
    "impossible": (_is_flag, lambda _: True, "True or False"),
    "budget": (
        lambda it: isinstance(it, (int, float)) and not isinstance(it, bool),
        lambda seconds: 0 < seconds <= 1e9,
        "a number of seconds, as in 2.5",
    ),
}


def _refuse_options(name: str, options: Mapping[str, Any]) -> None:
    __tracebackhide__ = True
    for option, value in options.items():
        if option not in _OPTIONS:
            near = difflib.get_close_matches(option, _OPTIONS, 1)
            expected = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(_OPTIONS)}"
            raise TypeError(f"{name}() has no option {option}: {expected}")
        is_of_type, is_in_range, expected = _OPTIONS[option]
        if not (value is None or is_of_type(value)):
            raise TypeError(f"{name}(): {option} is {reprlib.repr(value)}: expected {expected}")
        if not (value is None or is_in_range(value)):
            raise ValueError(f"{name}(): {option} is {reprlib.repr(value)}: expected {expected}")
    if options.get("depth") and not options.get("position"):
        raise TypeError(f"{name}(): depth is that of a position: expected `position` with it, or max_nodes in its place")
    if options.get("whole") and options.get("budget"):
        raise TypeError(f"{name}(): whole and budget exclude each other: expected one of them")


class _Misuse(Exception):
    """What a function returned that cannot be a generator, and what is expected."""


def _refuse_answer(returned: object, expected: str) -> NoReturn:
    raise _Misuse(f"{reprlib.repr(returned)}: expected {expected}")


def _refuse_waiting(returned: object) -> None:
    if inspect.iscoroutine(returned):
        returned.close()
    if inspect.isawaitable(returned) or hasattr(returned, "__aiter__"):
        raise _Misuse(f"{type(returned).__name__}, for which somebody has to wait: expected a function without `async`")


def _moves(returned: Any) -> Iterable[object]:
    _refuse_waiting(returned)
    if isinstance(returned, Mapping):
        _refuse_answer(returned, 'moves alone, as in ["e2e4", ...], or `check`, which takes the leaves behind each')
    if isinstance(returned, (str, bytes)) or not isinstance(returned, Iterable):
        _refuse_answer(returned, 'a list of moves, as in ["e2e4", ...]')
    return returned


def _move(move: object) -> str:
    if isinstance(move, (tuple, list)):
        _refuse_answer([move], 'moves alone, as in ["e2e4", ...], or `check`, which takes the leaves behind each')
    has_text = (type(move).__str__, type(move).__repr__) != (object.__str__, object.__repr__)
    if move is None or isinstance(move, (bytes, int, float, Mapping)) or not has_text:
        _refuse_answer([move], "moves whose str() is their text, as in 'e2e4' or 'Nf3'")
    return str(move)


def _rows(returned: Any) -> Iterable[object]:
    _refuse_waiting(returned)
    if isinstance(returned, Mapping):
        return returned.items()
    if isinstance(returned, (str, bytes)) or not isinstance(returned, Iterable):
        _refuse_answer(returned, 'the leaves after each move, as in {"e2e4": 20, ...}')
    return returned


def _row(row: Any) -> tuple[str, int]:
    if not (isinstance(row, (tuple, list)) and len(row) == 2):
        expected = 'the leaves after each move, as in {"e2e4": 20, ...}, or `check_moves`, which takes moves alone'
        _refuse_answer([row], expected)
    move, leaves = row
    if not hasattr(leaves, "__index__"):
        _refuse_answer({str(move): leaves}, "a whole number of leaves after each move")
    if not 0 <= operator.index(leaves) < 1 << 128:
        raise ValueError(f"the count of {move} is {leaves!r}: expected a whole number")
    return _move(move), operator.index(leaves)


def _refuse_board(board: object) -> None:
    names = [name for name in _FACTS if callable(getattr(board, name, None))]
    missing = [name for name in ("set_up", "make") if name not in names]
    if missing:
        raise TypeError(f"check_facts(): {reprlib.repr(board)} has no method {missing[0]}: expected a board as in help(ox88.Board)")
    if not set(names) - {"set_up", "make", "unmake", "make_null", "stages_are_pseudo", "knows_chess960"}:
        known = ", ".join(name for name in _FACTS if name not in names)
        raise TypeError(f"check_facts(): {reprlib.repr(board)} tells no facts: expected one of the methods {known}")


def _nothing(_: object) -> None:
    return None


def _yes(value: object) -> str | None:
    if value is None:
        return None
    if value not in (True, False):
        _refuse_answer(value, "True or False")
    return "yes" if value else "no"


def _unmade(value: object) -> str:
    return "no" if value is False else "yes"


def _hexadecimal(key: Any) -> str | None:
    if key is None:
        return None
    if isinstance(key, str):
        try:
            key = int(key, 16)
        except ValueError:
            _refuse_answer(key, "a number, or its hexadecimal digits")
    if not hasattr(key, "__index__"):
        _refuse_answer(key, "a number, or its hexadecimal digits")
    key = operator.index(key)
    # A key of 64 bits may have a sign.
    key += 1 << 64 if key < 0 else 0
    if not 0 <= key < 1 << 128:
        _refuse_answer(key, "a number of up to 128 bits")
    return f"{key:x}"


def _text(value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        _refuse_answer(value, "a text")
    return value


def _end(value: object) -> str:
    ends = ("none", "checkmate", "stalemate", "fifty", "repetition", "material")
    end = "none" if value is None else value
    if not (isinstance(end, str) and end in ends):
        _refuse_answer(value, f"None or one of {', '.join(ends[1:])}")
    return end


def _meant(value: object) -> str:
    return "no" if value is None else str(value)


def _numbers(value: Any) -> str | None:
    if value is None:
        return None
    try:
        kept, fresh = map(operator.index, value)
    except (TypeError, ValueError):
        _refuse_answer(value, "two whole numbers, as in (35, 35)")
    return f"{kept} {fresh}"


def _stages(value: Any) -> str | None:
    if value is None:
        return None
    if not isinstance(value, Mapping):
        _refuse_answer(value, 'the moves of each stage, as in {"noisy": ["e4d5"]}')
    return "\n".join(" ".join(["_".join(str(name).split()), *map(str, moves)]) for name, moves in value.items())


def _kinds(value: Any) -> str | None:
    if value is None:
        return None
    if not isinstance(value, Mapping):
        _refuse_answer(value, 'the leaves of each kind, as in {"captures": 8}')
    return "\n".join(f"{name} {_row((str(name), leaves))[1]}" for name, leaves in value.items())


# The methods of a board, each with the text that is made of its answer.
_FACTS: dict[str, Callable[[Any], str | None]] = {
    "set_up": _nothing,
    "make": _nothing,
    "unmake": _unmade,
    "key": _hexadecimal,
    "eval": _numbers,
    "make_null": _unmade,
    "stages": _stages,
    "stages_are_pseudo": _yes,
    "fen": _text,
    "is_check": _yes,
    "outcome": _end,
    "gives_check": _yes,
    "is_capture": _yes,
    "san": _text,
    "is_legal": _yes,
    "read_san": _meant,
    "leaves": _kinds,
    "knows_chess960": _yes,
}
