package io.tollgate.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
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
        FigureTable table = table(Arrays.asList(args).subList(1, args.length));
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
                table.add(new ObjectMapper().readTree(Files.readString(Path.of(part))));
            }
        }
        return table;
    }
}
