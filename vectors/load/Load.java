// The positions of a file of vectors: java Load.java ../castling.epd
import java.io.IOException;
import java.nio.file.*;
import java.util.*;

public class Load {
    record Vector(String fen, String id, SortedMap<Integer, Long> counts) {}

    // Reads lines as `FEN ;id start ;D1 20 ;D2 400`. Other operations are skipped.
    static List<Vector> load(Path file) throws IOException {
        var positions = new ArrayList<Vector>();
        for (String line : Files.readAllLines(file)) {
            var operations = line.split(" *;");
            var id = "";
            var counts = new TreeMap<Integer, Long>();
            for (var operation : Arrays.asList(operations).subList(1, operations.length)) {
                var words = operation.split(" ", 2);
                if (words[0].equals("id")) id = words[1];
                if (words[0].startsWith("D")) counts.put(Integer.valueOf(words[0].substring(1)), Long.valueOf(words[1]));
            }
            positions.add(new Vector(operations[0], id, counts));
        }
        return positions;
    }

    public static void main(String[] files) throws IOException {
        for (String file : files) {
            var positions = load(Path.of(file));
            long leaves = positions.stream().flatMap(it -> it.counts().values().stream()).mapToLong(it -> it).sum();
            System.out.println(file + " " + positions.size() + " " + leaves);
        }
    }
}
