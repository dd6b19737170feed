"""What an author writes, for a type checker."""

import ox88


def divide(fen: str, moves: list[str], depth: int) -> dict[str, int]:
    return ox88.divide(fen, moves, depth)


class Board:
    def set_up(self, fen: str) -> None: ...

    def make(self, move: str) -> None: ...

    def is_check(self) -> bool:
        return False


def test() -> None:
    ox88.check(divide, max_nodes=100, suite=["castling"], budget=2.5, all=True)
    ox88.check_moves(lambda fen, moves: list(divide(fen, moves, 1)), position="kiwipete", depth=2)
    passed: ox88.Passed = ox88.check(divide, whole=True)
    print(passed.positions, "of", passed.of)
    leaves: int = ox88.perft("startpos", (), 3)
    names: list[str] = [position.name for position in ox88.suites()["castling"]]
    assert leaves and names
    facts: ox88.Facts = ox88.check_facts(Board, budget=2.5)
    print(facts.positions, facts.asked, facts.report)


# What the types refuse: without an error here, the remark itself is one.
def refused() -> None:
    async def waits(fen: str, moves: list[str]) -> list[str]:
        return []

    def nothing(fen: str, moves: list[str]) -> None: ...

    def moves_alone(fen: str, moves: list[str], depth: int) -> list[str]:
        return []

    ox88.check_moves(waits)  # type: ignore[arg-type]
    ox88.check_moves(nothing)  # type: ignore[arg-type]
    ox88.check_moves(divide)  # type: ignore[arg-type]
    ox88.check(moves_alone)  # type: ignore[arg-type]
    ox88.check_facts(divide)  # type: ignore[arg-type]
    ox88.check(divide, max_node=1)  # type: ignore[call-arg]
    ox88.check(divide, max_nodes="1")  # type: ignore[arg-type]
