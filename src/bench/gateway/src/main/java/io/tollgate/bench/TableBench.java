package io.tollgate.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Puts the table together. Prints Markdown.
 *
 * <p>Arguments: a file to write the same to as JSON, or a dash for none; then files of figures, and
 * {@code GROUP=WHY} for groups that have none.
 */
public final class TableBench {
    private TableBench() {}

    public static void main(String[] args) throws IOException {
        FigureTable table;
        try {
            table = table(Arrays.asList(args).subList(1, args.length));
        } catch (IllegalArgumentException unreadable) {
            System.err.println("error: " + unreadable.getMessage());
            System.exit(2);
            return;
        }
        if (!args[0].equals("-")) {
            Figures.save(Path.of(args[0]), table.json());
        }
        System.out.write(table.markdown().getBytes(StandardCharsets.UTF_8));
        System.out.flush();
    }

    static FigureTable table(List<String> parts) throws IOException {
        FigureTable table = new FigureTable();
        for (String part : parts) {
            int equals = part.indexOf('=');
            if (equals > 0 && !Files.exists(Path.of(part))) {
                String group = part.substring(0, equals).toUpperCase(Locale.ROOT);
                table.without(Promise.Group.valueOf(group), part.substring(equals + 1));
            } else {
                table.add(figures(part));
            }
        }
        return table;
    }

    private static JsonNode figures(String file) throws IOException {
        try {
            JsonNode figures = new ObjectMapper().readTree(Files.readString(Path.of(file)));
            if (figures.path("figures").isArray()) {
                return figures;
            }
        } catch (JsonProcessingException | CharacterCodingException notJson) {
            // Told below: no figures either.
        }
        throw new IllegalArgumentException(file + " has no figures; name files that scripts/bench --json wrote");
    }
}
