"""Lets `ox88 hunt` ask python-chess. For a library of your own, change the three places marked
"Your code here", and then: ox88 hunt --engine "python3 adapter.py" --max-nodes 10_000"""
import sys
import chess, chess.polyglot

# Your code here, 1 of 3: the position of a FEN, or without one the start position, if your library knows it without a
# FEN. Leave Chess960 out if your library does not know it.
def set_up(fen, is_chess960):
    return chess.Board(fen, chess960=is_chess960) if fen else chess.Board(chess960=is_chess960)

# Your code here, 2 of 3: the legal moves by their text: e2e4, e7e8q, and e1g1 to castle.
def legal_moves(board):
    return {board.uci(move): move for move in board.legal_moves}

# Your code here, 3 of 3: make a move, and take it back. Or return a new board, and undo nothing.
def make(board, move):
    board.push(move)
    return board
undo = lambda board: board.pop()

# Your code here if you like, for `ox88 hunt --facts`: leave out each line that your library has no answer to.
def facts(board):
    ends = ["checkmate", board.is_checkmate()], ["stalemate", board.is_stalemate()], \
        ["fifty", board.is_fifty_moves()], ["repetition", board.is_repetition(3)], \
        ["material", board.is_insufficient_material()], ["none", True]
    yield f"fen {board.fen()}"
    yield f"key {chess.polyglot.zobrist_hash(board):x}"
    yield f"check {yes(board.is_check())}"
    yield f"end {next(word for word, holds in ends if holds)}"
    for move in board.legal_moves:
        about = f"check={yes(board.gives_check(move))} capture={yes(board.is_capture(move))}"
        yield f"move {board.uci(move)} san={board.san(move)} {about}"
legal = lambda board, text: yes(board.is_legal(chess.Move.from_uci(text)) if text[:2] != text[2:4] else False)
def read_san(board, text):
    try: return board.uci(board.parse_san(text))
    except ValueError: return "no"

yes = lambda it: "yes" if it else "no"
def divide(board, depth):
    rows = {}
    for text, move in legal_moves(board).items():
        rows[text] = sum(divide(make(board, move), depth - 1).values()) if depth > 1 else 1
        if depth > 1: undo(board)
    return rows

board, is_chess960 = None, False
for line in sys.stdin:
    match line.split():
        case ["uci"]: print("option name UCI_Chess960 type check default false\nuciok")
        case ["isready"]: print("readyok")
        case ["setoption", _, "UCI_Chess960", _, value]: is_chess960 = value == "true"
        case ["position", "fen" | "startpos" as word, *words]:
            fen = words[:6] if word == "fen" else []
            board = set_up(" ".join(fen), is_chess960)
            for text in words[len(fen) + 1:]: # A move that your library lacks is ignored.
                if text in (moves := legal_moves(board)): board = make(board, moves[text])
        case ["go", "perft", depth]:
            rows = divide(board, int(depth))
            print(*(f"{text}: {leaves}" for text, leaves in rows.items()), sep="\n")
            print("Nodes searched:", sum(rows.values()))
        case ["facts", *_]: print("facts 1", *facts(board), "factsok", sep="\n")
        case ["legal", text]: print(legal(board, text))
        case ["undo", text] if text in (moves := legal_moves(board)): undo(make(board, moves[text]))
        case ["san", text]: print(read_san(board, text))
    sys.stdout.flush()
