#!/bin/sh
# perftree with `ox88 uci` in the place of Stockfish and with `ox88 divide` as the engine under test:
# it has to see no difference. Run it with both programs: tests/perftree.sh OX88 PERFTREE
set -eu
ox88=$(realpath "$1")
perftree=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# perftree starts a program of this name from PATH.
printf '#!/bin/sh\nexec "%s" uci\n' "$ox88" > "$folder/stockfish"
# It calls the script of an engine as: script DEPTH ROOT_FEN [MOVES]
cat > "$folder/script" <<SCRIPT
#!/bin/sh
case \$2 in
    # No position, but an answer: what the reference says to it is seen below.
    8/8/8/8/8/8/8/8*) printf 'a1a2 1\n\n1\n' ;;
    *) "$ox88" divide "\$@" | sed 's/: / /; s/^Nodes searched //' ;;
esac
SCRIPT
chmod +x "$folder/stockfish" "$folder/script"

PATH="$folder:$PATH" "$perftree" "$folder/script" > "$folder/out" 2> "$folder/err" <<COMMANDS
depth 3
diff
move e2e4
diff
fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
depth 4
moves e1g1 h3g2
diff
fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1
depth 2
diff
fen 8/8/8/8/8/8/8/8 w - - 0 1
diff
fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
depth 2
diff
COMMANDS

# It colours what it prints, also for a pipe, and a row that differs in bold red.
if grep -q '1m' "$folder/out"; then
    echo "perftree sees a difference:"
    cat "$folder/out"
    exit 1
fi
totals=$(sed 's/\x1b\[[0-9;]*m//g' "$folder/out" | grep '^total')
expected="total  8902  8902
total  600  600
total  2248  2248
total  0  0
total  400  400"
if [ "$totals" != "$expected" ]; then
    printf 'perftree counts\n%s\nexpected\n%s\n' "$totals" "$expected"
    cat "$folder/err"
    exit 1
fi
# For the one position that was refused it is told so, and goes on with the next.
if [ "$(grep -c 'failed to execute Stockfish perft' "$folder/err")" != 1 ]; then
    echo "perftree complains of something else:"
    cat "$folder/err"
    exit 1
fi
echo "perftree takes \`ox88 uci\` for Stockfish and \`ox88 divide\` for an engine, and sees no difference"
