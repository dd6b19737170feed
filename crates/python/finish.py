"""Finishes the wheel that maturin made, and prints its path: adds the completions, and writes the list
of what it is made of without paths of this machine, with the commit in their place. It needs the package `wheel`.

    finish.py WHEEL ROOT TEXTS

ROOT is the repository, TEXTS the folder with completions/ as `ox88` prints them.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from datetime import datetime, timezone
from pathlib import Path

# Where pip puts them below its prefix: where the shells look.
PLACES = {
    "completions/ox88.bash": "share/bash-completion/completions/ox88",
    "completions/_ox88": "share/zsh/site-functions/_ox88",
    "completions/ox88.fish": "share/fish/vendor_completions.d/ox88.fish",
}


def wheel(*arguments) -> None:
    subprocess.run([sys.executable, "-m", "wheel", *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


def without_paths(text: str, root: Path, commit: str) -> str:
    """The list in CycloneDX: the same for the same commit."""
    bill = json.loads(text.replace(root.as_uri(), "file:///ox88"))
    bill.pop("serialNumber", None)
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", 0))
    bill["metadata"]["timestamp"] = datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    if commit:
        bill["metadata"]["component"]["pedigree"] = {"commits": [{"uid": commit}]}
    return json.dumps(bill, indent=1)


def main(made: Path, root: Path, texts: Path) -> None:
    ask = subprocess.run(["git", "-C", root, "rev-parse", "HEAD"], capture_output=True, text=True)
    with tempfile.TemporaryDirectory() as folder:
        wheel("unpack", "--dest", folder, made)
        (unpacked,) = Path(folder).iterdir()
        for source, place in PLACES.items():
            target = unpacked / f"{unpacked.name}.data" / "data" / place
            target.parent.mkdir(parents=True)
            shutil.copyfile(texts / source, target)
        bills = list(unpacked.glob("*.dist-info/sboms/*.json"))
        if not bills:
            sys.exit(f"{made}: expected a list of what it is made of, in sboms/")
        for bill in bills:
            bill.write_text(without_paths(bill.read_text(), root, ask.stdout.strip()))
        made.unlink()
        wheel("pack", "--dest-dir", made.parent, unpacked)
    print(made)


if __name__ == "__main__":
    main(*(Path(path).resolve() for path in sys.argv[1:]))
