"""The positions of a file of vectors: python3 load.py ../castling.json"""

import json
import sys


def load(file):
    """A list of dictionaries. counts[0] is the count at depth 1; the file schema.json has all keys."""
    with open(file, encoding="utf-8") as text:
        return json.load(text)["positions"]


if __name__ == "__main__":
    for file in sys.argv[1:]:
        positions = load(file)
        print(file, len(positions), sum(sum(position["counts"]) for position in positions))
