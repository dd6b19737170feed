// The positions of a file of vectors: g++ -std=c++17 load.cpp -o load && ./load ../castling.epd
#include <cstdint>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

struct Vector { std::string fen, id; std::map<int, std::uint64_t> counts; };

// Reads lines as `FEN ;id start ;D1 20 ;D2 400`. Other operations are skipped.
std::vector<Vector> load(std::istream& file) {
    std::vector<Vector> positions;
    for (std::string line, operation, name, value; std::getline(file, line);) {
        std::istringstream operations(line);
        Vector vector;
        std::getline(operations, vector.fen, ';');
        vector.fen.erase(vector.fen.find_last_not_of(' ') + 1);
        while (std::getline(operations, operation, ';')) {
            std::istringstream(operation) >> name >> value;
            if (name == "id") vector.id = value;
            if (name[0] == 'D') vector.counts[std::stoi(name.substr(1))] = std::stoull(value);
        }
        positions.push_back(vector);
    }
    return positions;
}

int main(int, char** names) {
    while (const char* name = *++names) {
        std::ifstream file(name);
        std::uint64_t leaves = 0;
        auto positions = load(file);
        for (auto& vector : positions) for (auto& [depth, nodes] : vector.counts) leaves += nodes;
        std::cout << name << ' ' << positions.size() << ' ' << leaves << '\n';
    }
}
