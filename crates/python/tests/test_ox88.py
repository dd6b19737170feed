"""The package as its users have it: `ci/packages` installs the wheel in an empty environment, and runs this."""

import functools
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import chess
import chess.polyglot
import ox88
import pytest

PROGRAM = Path(sys.executable).with_name("ox88")
READ_ME = Path(__file__).parent.parent / "README.md"


def board_of(fen, moves):
    board = chess.Board(fen)
    for move in moves:
        board.push_uci(move)
    return board


def legal(fen, moves):
    return board_of(fen, moves).legal_moves


def without_en_passant(fen, moves):
    board = board_of(fen, moves)
    return [move for move in board.legal_moves if not board.is_en_passant(move)]


def in_san(fen, moves):
    board = board_of(fen, moves)
    return [board.san(move) for move in board.legal_moves]


def test_a_right_generator_passes():
    ox88.check(ox88.divide, whole=True)
    ox88.check_moves(legal, max_nodes=100)


def test_a_check_says_how_much_was_asked():
    passed = ox88.check_moves(legal)
    assert 40 < passed.positions <= passed.of
    assert passed.report.startswith("OK: no difference: ")
    whole = ox88.check_moves(legal, suite="kings")
    assert whole.positions == whole.of < passed.of


def test_moves_may_be_in_san():
    ox88.check_moves(in_san, suite="catch_all")

    def rows(fen, moves, depth):
        board, leaves = board_of(fen, moves), ox88.divide(fen, moves, depth)
        return {board.san(chess.Move.from_uci(move)): count for move, count in leaves.items()}

    ox88.check(rows, suite=["catch_all", "castling"], max_nodes=1000)


@pytest.mark.parametrize(
    "is_left_out, rule",
    [
        (chess.Board.is_en_passant, "en-passant"),
        (chess.Board.is_castling, "castling"),
        (lambda board, move: move.promotion not in (None, chess.QUEEN), "underpromotion"),
    ],
)
def test_what_is_wrong_in_san_has_its_rule(is_left_out, rule):
    def list_moves(fen, moves):
        board = board_of(fen, moves)
        return [board.san(move) for move in board.legal_moves if not is_left_out(board, move)]

    with pytest.raises(ox88.Difference, match=f"\nrule      {rule}\n"):
        ox88.check_moves(list_moves)


def test_a_missing_move_raises_the_report_with_the_rule():
    with pytest.raises(ox88.Difference) as raised:
        ox88.check_moves(without_en_passant)
    assert isinstance(raised.value, AssertionError)
    assert "en passant" in raised.value.report
    assert raised.value.__cause__ is None


def test_rows_may_be_pairs_or_a_mapping_and_moves_may_be_objects():
    def pairs(fen, moves, depth):
        return ((chess.Move.from_uci(move), leaves) for move, leaves in ox88.divide(fen, moves, depth).items())

    ox88.check(pairs, suite="castling")
    ox88.check(ox88.divide, suite=["castling", "en_passant"], chess960=True, impossible=True, all=True)


def test_an_exception_is_a_finding_and_the_cause():
    def dies(fen, moves, depth):
        raise LookupError("no piece on e4")

    with pytest.raises(ox88.Difference) as raised:
        ox88.check(dies)
    report = " ".join(raised.value.report.split())
    assert "LookupError: no piece on e4, at " in report and "in dies" in report
    assert isinstance(raised.value.__cause__, LookupError)


def test_a_count_that_no_generator_can_mean_is_a_finding():
    with pytest.raises(ox88.Difference, match="the count of e2e4 is -1"):
        ox88.check(lambda fen, moves, depth: {"e2e4": -1})


async def waits(*question):
    return []


class Silent:
    pass


@pytest.mark.parametrize(
    "check, generator, why",
    [
        (ox88.check, "divide", "generator is 'divide': expected a function from a FEN, moves and a depth"),
        (ox88.check, lambda fen, moves: {}, r"generator has the parameters \(fen, moves\).*`def generator\(fen, moves, depth\)`"),
        (ox88.check, waits, "generator is `async`"),
        (ox88.check, lambda *question: waits(), "returned coroutine"),
        (ox88.check, lambda *question: None, 'returned None: expected the leaves after each move, as in {"e2e4": 20, ...}'),
        (ox88.check, lambda *question: 20, "returned 20: expected the leaves"),
        (ox88.check, lambda *question: "e2e4", "returned 'e2e4': expected the leaves"),
        (ox88.check, lambda *question: ["e2e4", "d2d4"], "or `check_moves`, which takes moves alone"),
        (ox88.check, lambda *question: ["e4", "d4"], "or `check_moves`, which takes moves alone"),
        (ox88.check, lambda *question: {"e2e4": 1.5}, "{'e2e4': 1.5}: expected a whole number"),
        (ox88.check, lambda *question: {"e2e4": None}, "{'e2e4': None}: expected a whole number"),
        (ox88.check_moves, lambda fen, moves, depth: [], r"`def generator\(fen, moves\)`"),
        (ox88.check_moves, waits, "generator is `async`"),
        (ox88.check_moves, lambda *question: None, 'returned None: expected a list of moves, as in ["e2e4", ...]'),
        (ox88.check_moves, lambda *question: "e2e4", "returned 'e2e4': expected a list of moves"),
        (ox88.check_moves, lambda *question: {"e2e4": 20}, "or `check`, which takes the leaves behind each"),
        (ox88.check_moves, lambda *question: [("e2e4", 20)], "or `check`, which takes the leaves behind each"),
        (ox88.check_moves, lambda *question: [None], "moves whose str"),
        (ox88.check_moves, lambda *question: [Silent()], "moves whose str"),
    ],
)
def test_what_is_no_generator_is_a_type_error_that_shows_the_right_form(check, generator, why):
    with pytest.raises(TypeError, match=why.replace("[", r"\[").replace("...", r"\.\.\.")) as raised:
        check(generator)
    assert str(raised.value).startswith(f"{check.__name__}(): generator")


def test_a_bug_inside_of_a_generator_is_a_finding_even_if_it_is_a_type_error():
    with pytest.raises(ox88.Difference) as raised:
        ox88.check_moves(lambda fen, moves: [move + 1 for move in ["e2e4"]])
    assert isinstance(raised.value.__cause__, TypeError)


@pytest.mark.parametrize("end", [KeyboardInterrupt, SystemExit])
def test_what_is_no_exception_of_the_generator_ends_the_check(end):
    asked = []

    def ends(fen, moves, depth):
        asked.append(fen)
        raise end

    with pytest.raises(end):
        ox88.check(ends)
    assert len(asked) == 1


@pytest.mark.parametrize(
    "error, options, why",
    [
        (ValueError, {"position": "castles"}, "position: .*castles"),
        (ValueError, {"suite": "castles"}, "suite: castles.*castling"),
        (ValueError, {"suite": "chess960"}, "no question is left to ask: .*Chess960"),
        (ValueError, {"budget": -1}, "budget is -1: expected a number of seconds, as in 2.5"),
        (ValueError, {"budget": float("nan")}, "budget is nan"),
        (ValueError, {"max_nodes": 0}, "max_nodes is 0: expected a number of leaves"),
        (ValueError, {"max_nodes": 1 << 200}, "max_nodes is "),
        (ValueError, {"position": "startpos", "depth": -1}, "depth is -1: expected a number of half moves"),
        (TypeError, {"max_node": 1}, "check\\(\\) has no option max_node: did you mean max_nodes?"),
        (TypeError, {"everything": True}, "has no option everything: expected one of whole, max_nodes"),
        (TypeError, {"max_nodes": "100"}, "max_nodes is '100': expected a number of leaves"),
        (TypeError, {"max_nodes": 1.5}, "max_nodes is 1.5"),
        (TypeError, {"suite": 1}, "suite is 1: expected the name of a suite"),
        (TypeError, {"suite": ["castling", 1]}, "suite is "),
        (TypeError, {"position": chess.Board()}, "position is .*: expected a FEN"),
        (TypeError, {"all": "yes"}, "all is 'yes': expected True or False"),
        (TypeError, {"budget": "60s"}, "budget is '60s'"),
        (TypeError, {"depth": 3}, "depth is that of a position"),
        (TypeError, {"whole": True, "budget": 3}, "whole and budget exclude each other"),
    ],
)
def test_an_option_that_cannot_be_used_is_refused_by_its_name(error, options, why):
    with pytest.raises(error, match=why):
        ox88.check(ox88.divide, **options)


def test_the_lines_of_the_read_me_are_a_red_test_with_the_rule(tmp_path):
    def block(language):
        return READ_ME.read_text(encoding="utf-8").split(f"```{language}\n")[1].split("```")[0]

    (tmp_path / "test_mine.py").write_text(block("python"), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"], cwd=tmp_path, capture_output=True, text=True
    )
    assert run.returncode == 1
    shown = [line for line in block("text").splitlines() if line != "…" and not line.startswith("$")]
    assert shown and [line for line in shown if line not in run.stdout.splitlines()] == [], run.stdout


def test_counts_are_those_of_everybody():
    assert ox88.perft("startpos", [], 5) == 4_865_609
    assert ox88.perft(chess.STARTING_FEN, ["e2e4", "e7e5"], 0) == 1
    assert ox88.divide("startpos", ["e2e4"], 2)["e7e5"] == 29
    assert len(ox88.divide("kiwipete", [], 1)) == 48


def test_suites_have_positions_with_their_counts():
    suites = ox88.suites()
    kiwipete = next(it for it in suites["standard"] if it.name == "kiwipete")
    assert kiwipete.counts[3] == 97_862
    assert ox88.perft(kiwipete.fen, [], 3) == 97_862
    assert any(it.chess960 for it in suites["chess960"])


@pytest.mark.parametrize(
    "question, why",
    [
        (("8/8/8/8/8/8/8/8 w - - 0 1", [], 1), "king"),
        (("nonsense", [], 1), "nonsense"),
        (("startpos", ["e2e5"], 1), "e2e5"),
        (("startpos", [], 0), "depth 0"),
    ],
)
def test_a_question_without_a_meaning_is_refused(question, why):
    with pytest.raises(ValueError, match=why):
        ox88.divide(*question)


def test_other_threads_run_while_it_counts():
    turns = []

    def turn():
        while not done.is_set():
            turns.append(time.monotonic())
            time.sleep(0.001)

    done = threading.Event()
    thread = threading.Thread(target=turn)
    thread.start()
    start = time.monotonic()
    ox88.perft("startpos", [], 6)
    end = time.monotonic()
    done.set()
    thread.join()
    assert any(start < turn < end for turn in turns)


def run(*arguments, **options):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, **options)


def test_the_program_is_the_program():
    right = run("divide", "1")
    assert right.returncode == 0 and right.stdout.endswith("Nodes searched: 20\n")
    assert run("perft").returncode == 2
    assert run("--version").stdout.startswith("ox88 ")
    module = [sys.executable, "-m", "ox88", "--version"]
    assert subprocess.run(module, capture_output=True, text=True).stdout.startswith("ox88 ")


def test_the_program_hunts_an_engine(tmp_path):
    script = tmp_path / "engine.py"
    script.write_text(
        textwrap.dedent(
            """
            import sys, ox88
            depth, fen, moves = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
            rows = ox88.divide(fen, " ".join(moves).split(), depth)
            rows.pop("e1g1", None)
            print(*(f"{move}: {leaves}" for move, leaves in rows.items()), sep="\\n")
            print("\\nNodes searched:", sum(rows.values()))
            """
        ),
        encoding="utf-8",
    )
    hunted = run("hunt", "--fen", "kiwipete", "--depth", "1", "--script", f"'{sys.executable}' '{script}'")
    assert hunted.returncode == 1
    assert "castling" in hunted.stdout, hunted.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_ctrl_c_ends_the_program_and_a_count():
    counts = "import ox88; print('begins', flush=True); ox88.perft('startpos', [], 12)"
    for command in [[PROGRAM, "perft", "12"], [sys.executable, "-c", counts]]:
        # A job in the background of a shell ignores Ctrl-C, and so would all that it starts.
        listens = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, preexec_fn=listens)
        # However long it takes to start, it counts soon after it has printed a line.
        assert process.stdout.readline() != ""
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        assert process.returncode != 0
        assert "interrupted" in errors or "KeyboardInterrupt" in errors


@pytest.mark.skipif(os.name == "nt", reason="a pipe of Unix")
def test_the_program_ends_in_silence_when_its_reader_has_gone():
    process = subprocess.Popen([PROGRAM, "suite", "--list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    errors = process.stderr.read()
    assert process.wait(timeout=60) == 0 and errors == b""


def test_a_wrong_total_has_the_faults_that_give_it():
    total = ox88.explain_total(4865351)
    assert not total.right and "en-passant" in total.rules
    assert any("en passant is never generated" in fault for fault in total.faults)
    assert ox88.explain_total("2,039", "kiwipete", 2).right
    for wrong in [("20+400",), (-1,), ("",), (2**128,), (5, "8/8"), (5, "kiwipete", 0)]:
        with pytest.raises(ValueError):
            ox88.explain_total(*wrong)


class Board:
    """python-chess, as far as it tells facts."""

    def set_up(self, fen):
        self.it = chess.Board(fen, chess960=not set(fen.split()[2]) <= set("KQkq-"))

    def make(self, move):
        self.it.push_uci(move)

    def unmake(self):
        self.it.pop()

    def key(self):
        return chess.polyglot.zobrist_hash(self.it)

    def fen(self):
        return self.it.fen()

    def is_check(self):
        return self.it.is_check()

    def outcome(self):
        ends = ["checkmate", self.it.is_checkmate], ["stalemate", self.it.is_stalemate]
        draws = ["fifty", self.it.is_fifty_moves], ["material", self.it.is_insufficient_material]
        return next((word for word, holds in (*ends, *draws) if holds()), None)

    def gives_check(self, move):
        return self.it.gives_check(chess.Move.from_uci(move))

    def san(self, move):
        return self.it.san(self.it.parse_uci(move))

    def is_legal(self, move):
        return move[:2] != move[2:4] and self.it.is_legal(chess.Move.from_uci(move))

    def read_san(self, text):
        try:
            return self.it.uci(self.it.parse_san(text))
        except ValueError:
            return None


def test_right_facts_pass_and_the_report_says_which_were_asked():
    passed = ox88.check_facts(Board, budget=10)
    assert passed.positions > 20
    assert "san of moves" in passed.asked and "captures" not in passed.asked
    assert ": nothing wrong in " in passed.report and "checkers" not in passed.report


def facts_of(**methods):
    return type("Changed", (Board,), methods)


def test_a_wrong_fact_is_named_with_its_smallest_position():
    def no_check_by_castling(self, move):
        return not self.it.is_castling(self.it.parse_uci(move)) and Board.gives_check(self, move)

    with pytest.raises(ox88.Difference) as raised:
        ox88.check_facts(facts_of(gives_check=no_check_by_castling), budget=10)
    assert "\nrule      gives-check-castling\n" in raised.value.report
    assert 'gives_check("' in raised.value.report and raised.value.__cause__ is None


def test_a_move_that_is_not_taken_back_is_named():
    class Forgetful:
        def set_up(self, fen):
            self.it, self.off = chess.Board(fen), 0

        def make(self, move):
            self.it.push_uci(move)

        def unmake(self):
            self.off ^= self.it.is_en_passant(self.it.pop())

        def key(self):
            return chess.polyglot.zobrist_hash(self.it) ^ self.off

    with pytest.raises(ox88.Difference, match="(?s)After the en\\s+passant\\s+capture .*rule      key-not-restored\n.*unmake\\(\\)"):
        # All is asked in four seconds, and on a busy machine later.
        ox88.check_facts(Forgetful, budget=300)


class Engine(Board):
    """python-chess with an evaluation that is kept, as engines keep theirs, and with a generator in two stages."""

    def rebuilt(self):
        pieces = self.it.piece_map().items()
        total = sum((square + 7 * piece.piece_type) * (1 if piece.color else -1) for square, piece in pieces)
        return total if self.it.turn else -total

    def set_up(self, fen):
        super().set_up(fen)
        self.left = [0]

    def make(self, move):
        self.left.append(-self.left[-1] + self.forgets(chess.Move.from_uci(move)))
        super().make(move)

    def forgets(self, move):
        return 0

    def make_null(self):
        self.left.append(-self.left[-1])
        self.it.push(chess.Move.null())

    def unmake(self):
        super().unmake()
        self.left.pop()

    def eval(self):
        return self.rebuilt() + self.left[-1], self.rebuilt()

    def stages(self):
        stages = {"noisy": [], "quiet": []}
        for move in self.it.legal_moves:
            stages["noisy" if self.it.is_capture(move) else "quiet"].append(self.it.uci(move))
        return stages


def test_an_evaluation_that_is_kept_and_stages_are_asked():
    passed = ox88.check_facts(Engine, budget=10)
    assert {"evaluation", "stages of moves"} <= set(passed.asked)


def test_a_kept_evaluation_is_named_by_the_move_that_breaks_it():
    class Forgets(Engine):
        def forgets(self, move):
            return 5 * self.it.is_en_passant(move)

    with pytest.raises(ox88.Difference, match="rule      eval-en-passant\n(?s:.*)  eval\\(\\)"):
        ox88.check_facts(Forgets, budget=60)


def test_a_stage_without_promotions_is_named():
    class Forgets(Engine):
        def stages(self):
            stages = super().stages()
            return {name: [move for move in moves if len(move) < 5 or not self.it.is_check()] for name, moves in stages.items()}

    with pytest.raises(ox88.Difference, match="In check, no stage(?s:.*)rule      stage-missing\n"):
        ox88.check_facts(Forgets, budget=60)


def test_an_exception_in_a_fact_is_a_finding():
    def fails(self):
        raise RuntimeError("no such table")

    with pytest.raises(ox88.Difference, match="no such table") as raised:
        ox88.check_facts(facts_of(key=fails))
    assert isinstance(raised.value.__cause__, RuntimeError)


@pytest.mark.parametrize(
    ("new", "says"),
    [
        (3, "new is 3: expected a class of boards"),
        (object, "has no method set_up: expected a board"),
        (type("Silent", (), {"set_up": print, "make": print}), "tells no facts: expected one of the methods unmake, key, eval"),
        (facts_of(key=lambda self: "none"), r"key\(\) returned 'none': expected a number"),
        (facts_of(is_check=lambda self: "no"), r"is_check\(\) returned 'no': expected True or False"),
        (facts_of(outcome=lambda self: "draw"), r"outcome\(\) returned 'draw': expected None or one of checkmate"),
        (facts_of(eval=lambda self: 35), r"eval\(\) returned 35: expected two whole numbers"),
        (facts_of(stages=lambda self: ["e2e4"]), r"stages\(\) returned \['e2e4'\]: expected the moves of each stage"),
        (facts_of(san=lambda self, move: 3), r"san\('.{4}'\) returned 3: expected a text"),
    ],
)
def test_what_is_no_board_is_refused(new, says):
    with pytest.raises(TypeError, match=says):
        ox88.check_facts(new)
