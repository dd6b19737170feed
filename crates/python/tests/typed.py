"""What an author writes, for a type checker."""

import ox88


def divide(fen: str, moves: list[str], depth: int) -> dict[str, int]:
    return ox88.divide(fen, moves, depth)


def test() -> None:
    ox88.check(divide, max_nodes=100, suite=["castling"], budget=2.5, all=True)
    ox88.check_moves(lambda fen, moves: list(divide(fen, moves, 1)), position="kiwipete", depth=2)
    leaves: int = ox88.perft("startpos", (), 3)
    names: list[str] = [position.name for position in ox88.suites()["castling"]]
    assert leaves and names
