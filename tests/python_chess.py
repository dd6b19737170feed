"""python-chess's UCI client opens `ox88 uci`, both count the same, and find the same kinds of leaves.

Run it with the program to test: python3 tests/python_chess.py target/release/ox88
"""

import collections
import pathlib
import re
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


COLUMNS = pathlib.Path(__file__).parent.parent / "suites" / "columns" / "standard.epd"

# More leaves than these take too long here.
MOST_LEAVES = 1_000_000


def add_kinds(board, move, kinds):
    """Adds the leaf after a move to the columns, each as `crates/count/src/stats.rs` defines it."""
    kinds["nodes"] += 1
    kinds["captures"] += board.is_capture(move)
    kinds["en_passant"] += board.is_en_passant(move)
    kinds["castles"] += board.is_castling(move)
    kinds["promotions"] += move.promotion is not None
    is_castling = board.is_castling(move)
    board.push(move)
    checkers = list(board.checkers())
    kinds["checks"] += len(checkers) > 0
    kinds["double_checks"] += len(checkers) > 1
    # A rook that gives check after castling has moved.
    kinds["discovered_checks"] += len(checkers) == 1 and checkers[0] != move.to_square and not is_castling
    if not any(board.generate_legal_moves()):
        kinds["checkmates" if checkers else "stalemates"] += 1
    board.pop()


def add_all_kinds(board, depth, kinds):
    for move in list(board.legal_moves):
        if depth == 1:
            add_kinds(board, move, kinds)
        else:
            board.push(move)
            add_all_kinds(board, depth - 1, kinds)
            board.pop()


NAMES = "captures en_passant castles promotions checks discovered_checks double_checks checkmates stalemates".split()


def check_columns():
    """The columns of the published tables, every leaf of them looked at by python-chess."""
    compared = 0
    for line in COLUMNS.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        fen = line.split(" ;")[0]
        nodes = {int(depth): int(count) for depth, count in re.findall(r";D(\d+) (\d+)", line)}
        for depth, columns in re.findall(r'"D(\d+): ([0-9 ]+)"', line):
            depth = int(depth)
            if nodes[depth] > MOST_LEAVES:
                continue
            kinds = collections.Counter()
            add_all_kinds(chess.Board(fen), depth, kinds)
            found = [kinds[name] for name in ["nodes", *NAMES]]
            expected = [nodes[depth], *map(int, columns.split())]
            assert found == expected, f"{fen} depth {depth}\nours: {expected}\npython-chess: {found}"
            compared += 1
    assert compared >= 16, compared
    return compared


def may_give_double_check(board):
    """The squares of the side to move whose piece may open a line to the other king, as a mask."""
    king = board.king(not board.turn)
    own = board.occupied_co[board.turn]
    rooks, bishops = board.rooks | board.queens, board.bishops | board.queens
    squares = 0
    straight = chess.BB_RANK_ATTACKS[king][0] | chess.BB_FILE_ATTACKS[king][0]
    diagonal = chess.BB_DIAG_ATTACKS[king][0]
    for seen, sliders in [(straight, rooks), (diagonal, bishops)]:
        for slider in chess.scan_forward(sliders & own & seen):
            between = chess.between(slider, king) & board.occupied
            if between & own and not between & (between - 1):
                squares |= between
    return squares


def check_double_checks():
    """Kiwipete, depth 5: 2,637 double checks are published, and 2,645 are right."""
    positions = {KIWIPETE: 1}
    for _ in range(3):
        after = collections.Counter()
        for fen, times in positions.items():
            board = chess.Board(fen)
            for move in list(board.legal_moves):
                board.push(move)
                # The counters change no move.
                after[board.epd(en_passant="legal") + " 0 1"] += times
                board.pop()
        positions = after
    double_checks = 0
    for fen, times in positions.items():
        board = chess.Board(fen)
        for fourth in list(board.legal_moves):
            board.push(fourth)
            # Only a move that opens a line gives a second check. Castling cannot.
            squares = may_give_double_check(board)
            moves = board.generate_legal_moves(squares) if squares else iter(())
            captures_en_passant = board.generate_legal_ep() if board.ep_square else iter(())
            for fifth in {*moves, *captures_en_passant}:
                board.push(fifth)
                double_checks += times * (len(board.checkers()) > 1)
                board.pop()
            board.pop()
    assert double_checks == 2645, double_checks


def main():
    program = sys.argv[1]
    check_client(program)
    check_counts(program)
    compared = check_columns()
    check_double_checks()
    print(f"{compared} depths of suites/columns/standard.epd: the same kinds of leaves by python-chess")
    print("kiwipete, depth 5: 2645 double checks by python-chess")
    print(f"python-chess {chess.__version__} opens `ox88 uci`, and counts the same")


main()
