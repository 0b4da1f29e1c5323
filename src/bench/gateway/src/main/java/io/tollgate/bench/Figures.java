package io.tollgate.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What one measurement found, kept in a file until the table is put together.
 *
 * <p>The system property {@value #FILE} names the file; without it, nothing is kept and the
 * measurement only prints what it always prints.
 */
final class Figures {
    static final String FILE = "tollgate.bench.figures";

    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final List<Figure> found = new ArrayList<>();
    private final Promise.Group group;

    Figures(Promise.Group group) {
        this.group = group;
    }

    /** True when somebody wants the figures, and so nothing else has to be measured. */
    static boolean wanted() {
        return System.getProperty(FILE) != null;
    }

    /** @param rounds the same figure of each round, of which {@code value} is the one to tell; may be empty */
    void add(Promise promise, double value, double... rounds) {
        found.add(Figure.measured(promise, value, rounds));
    }

    /** A figure that cannot be had. */
    void without(Promise promise, String why) {
        found.add(Figure.missing(promise, why));
    }

    /** Whether its tools are there; if not, says so in its row. */
    boolean possible(Promise promise) {
        List<String> absent = Tools.missing(promise.needs);
        if (!absent.isEmpty()) {
            without(promise, "needs " + String.join(", ", absent));
        }
        return absent.isEmpty();
    }

    void write(String postgres) {
        String file = System.getProperty(FILE);
        if (file == null) {
            return;
        }
        ObjectNode part = MAPPER.createObjectNode();
        part.set("taken", MAPPER.createArrayNode().add(Circumstances.now(group.word(), postgres)));
        part.set("figures", FigureTable.json(found));
        save(Path.of(file), part);
    }

    static void save(Path file, ObjectNode json) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, MAPPER.writeValueAsString(json) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
