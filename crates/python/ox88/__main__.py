"""The program ox88, in this process."""

import sys

from ox88._native import main as run


def main() -> int:
    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
