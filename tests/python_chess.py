"""python-chess's UCI client opens `ox88 uci`, and both count the same.

Run it with the program to test: python3 tests/python_chess.py target/release/ox88
"""

import subprocess
import sys

import chess
import chess.engine

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
CHESS960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"


def leaves(board, depth):
    """The number of leaves, by python-chess's own moves."""
    if depth == 0:
        return 1
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += leaves(board, depth - 1)
        board.pop()
    return total


def divide(board, depth):
    """The divide by python-chess, in the text of `go perft`."""
    rows = []
    for move in board.legal_moves:
        text = board.uci(move)
        board.push(move)
        rows.append((text, leaves(board, depth - 1)))
        board.pop()
    total = sum(count for _, count in rows)
    return "".join(f"{text}: {count}\n" for text, count in sorted(rows)) + f"\nNodes searched: {total}\n\n"


def check_client(program):
    """The client's handshake, its options, a position in each notation, a search, the end."""
    engine = chess.engine.SimpleEngine.popen_uci([program, "uci"], timeout=10)
    assert engine.id["name"].startswith("ox88 "), engine.id
    assert "UCI_Chess960" in engine.options, engine.options
    engine.ping()
    for board in [chess.Board(), chess.Board(KIWIPETE), chess.Board(CHESS960, chess960=True)]:
        # No player: the client is told so, and does not wait for ever.
        assert engine.play(board, chess.engine.Limit(time=1)).move in (None, chess.Move.null())
        engine.ping()
    engine.quit()


def check_counts(program):
    """The same divides, castling as python-chess writes it in either kind of chess."""
    for fen, moves, chess960 in [
        (chess.STARTING_FEN, ["e2e4", "e7e5"], False),
        (KIWIPETE, ["e1g1", "h3g2"], False),
        (KIWIPETE, [], False),
        (CHESS960, [], True),
    ]:
        board = chess.Board(fen, chess960=chess960)
        for move in moves:
            board.push_uci(move)
        played = f" moves {' '.join(moves)}" if moves else ""
        commands = f"setoption name UCI_Chess960 value {str(chess960).lower()}\n"
        commands += f"position fen {fen}{played}\ngo perft 2\n"
        run = subprocess.run([program, "uci"], input=commands, capture_output=True, text=True, check=True)
        banner, answer = run.stdout.split("\n", 1)
        expected = divide(board, 2)
        assert answer == expected, f"{fen} {moves}\nours:\n{answer}\npython-chess:\n{expected}"


def main():
    program = sys.argv[1]
    check_client(program)
    check_counts(program)
    print(f"python-chess {chess.__version__} opens `ox88 uci`, and counts the same")


main()
