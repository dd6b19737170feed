// The positions of a file of vectors: node load.mjs ../castling.json
import { readFileSync } from "node:fs";

// An array of objects. counts[0] is the count at depth 1; the file schema.json has all keys.
export function load(file) {
    return JSON.parse(readFileSync(file, "utf8")).positions;
}

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
for (const file of process.argv.slice(2)) {
    const positions = load(file);
    console.log(file, positions.length, sum(positions.map((it) => sum(it.counts))));
}
