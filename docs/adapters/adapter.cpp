// Lets `ox88 hunt` ask libsurge, the C++ part of chessmg on PyPI. For a library of your own, change the
// three places marked "Your code here", build it, and then: ox88 hunt --engine ./adapter
#include <iostream>
#include <sstream>
#include <vector>
#include "libsurge.h"
// Your code here, 1 of 3: the position of a FEN.
void set_up(Position& board, const std::string& fen) { Position::set(fen, board); }
// Your code here, 2 of 3: the legal moves, and the text of one: e2e4, e7e8q, and e1g1 to castle.
template <Color C> std::vector<Move> all(const MoveList<C>& list) { return {list.begin(), list.end()}; }
auto legal_moves(Position& b) { return b.turn() ? all(MoveList<BLACK>(b)) : all(MoveList<WHITE>(b)); }
std::string text_of(Move m) {
    std::string promoted = m.flags() & 4 ? std::string(1, "nbrq"[m.flags() & 3]) : "";
    return std::string(SQSTR[m.from()]) + SQSTR[m.to()] + promoted;
}
// Your code here, 3 of 3: make a move, and take it back.
void make(Position& b, Move m) { b.turn() ? b.play<BLACK>(m) : b.play<WHITE>(m); }
void undo(Position& b, Move m) { b.turn() ? b.undo<WHITE>(m) : b.undo<BLACK>(m); }
// Your code here if you like, for `ox88 hunt --facts`: leave out each line that your library has no answer to.
void facts(Position& b) {
    bool check = b.turn() ? b.in_check<BLACK>() : b.in_check<WHITE>();
    std::cout << "facts 1\nfen " << b.fen() << "\nkey 0x" << std::hex << b.get_hash() << std::dec;
    std::cout << "\ncheck " << (check ? "yes" : "no") << "\nfactsok" << std::endl;
}
long long perft(Position& board, int depth, bool prints = false) {
    long long total = 0, leaves;
    for (Move move : legal_moves(board)) {
        make(board, move), total += leaves = depth > 1 ? perft(board, depth - 1) : 1, undo(board, move);
        if (prints) std::cout << text_of(move) << ": " << leaves << "\n";
    }
    if (prints) std::cout << "Nodes searched: " << total << std::endl;
    return total;
}
int main() {
    initialise_all_databases(), zobrist::initialise_zobrist_keys();
    Position board;
    for (std::string word, line; std::cin >> word && std::getline(std::cin, line);) {
        if (word == "uci") std::cout << "uciok" << std::endl;
        if (word == "isready") std::cout << "readyok" << std::endl;
        if (word == "facts") facts(board);
        if (word == "go") perft(board, std::stoi(line.substr(7)), true);
        if (word == "position") set_up(board, line.substr(5, line.find(" moves ") - 5));
        std::istringstream played(line.substr(std::min(line.size(), line.find(" moves"))));
        while (played >> word)
            for (Move move : legal_moves(board)) if (text_of(move) == word) { make(board, move); break; }
    }
}
