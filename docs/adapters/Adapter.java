// Lets `ox88 hunt` ask chesslib. For a library of your own, change the three places marked "Your code
// here", compile it, and then: ox88 hunt --engine "java -cp .:chesslib.jar Adapter" --max-nodes 100_000
import com.github.bhlangonijr.chesslib.Board;
import com.github.bhlangonijr.chesslib.move.Move;
import java.util.*;
class Adapter {
    // Your code here, 1 of 3: the position of a FEN.
    static void setUp(Board board, String fen) { board.loadFromFen(fen); }
    // Your code here, 2 of 3: the legal moves, and the text of one: e2e4, e7e8q, and e1g1 to castle.
    static List<Move> legalMoves(Board board) { return board.legalMoves(); }
    static String textOf(Move move) { return move.toString(); }
    // Your code here, 3 of 3: make a move, and take it back.
    static void make(Board board, Move move) { board.doMove(move); }
    static void undo(Board board, Move move) { board.undoMove(); }

    // Your code here if you like, for `ox88 hunt --facts`: leave out each line that your library has no answer to.
    static void facts(Board board) {
        String end = board.isMated() ? "checkmate" : board.isStaleMate() ? "stalemate"
            : board.getHalfMoveCounter() >= 100 ? "fifty" : board.isRepetition() ? "repetition"
            : board.isInsufficientMaterial() ? "material" : "none";
        System.out.println("facts 1\nfen " + board.getFen() + "\nkey " + Long.toHexString(board.getIncrementalHashKey()));
        System.out.println("check " + (board.isKingAttacked() ? "yes" : "no") + "\nend " + end + "\nfactsok");
    }
    static long perft(Board board, int depth, boolean prints) {
        long total = 0;
        for (Move move : legalMoves(board)) {
            make(board, move);
            long leaves = depth > 1 ? perft(board, depth - 1, false) : 1;
            undo(board, move);
            if (prints) System.out.println(textOf(move) + ": " + leaves);
            total += leaves;
        }
        if (prints) System.out.println("Nodes searched: " + total);
        return total;
    }
    public static void main(String[] arguments) {
        Board board = new Board();
        for (Scanner in = new Scanner(System.in); in.hasNextLine();) {
            List<String> words = new ArrayList<>(List.of(in.nextLine().split(" ")));
            if (words.get(0).equals("uci")) System.out.println("uciok");
            if (words.get(0).equals("isready")) System.out.println("readyok");
            if (words.get(0).equals("facts")) facts(board);
            if (words.get(0).equals("go")) perft(board, Integer.parseInt(words.get(2)), true);
            if (words.get(0).equals("position")) setUp(board, String.join(" ", words.subList(2, 8)));
            for (int i = 9; i < words.size(); i++)
                for (Move move : legalMoves(board)) if (textOf(move).equals(words.get(i))) { make(board, move); break; }
        }
    }
}
