package io.tollgate.sales.erasure;

import io.tollgate.sales.erasure.ErasureScene.Person;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Searches every column that can hold text, and the file store, for what identifies a person. */
record PersonalSearch(ErasureScene scene) {
    private static final String COLUMNS = """
            SELECT c.relname::text || '.' || a.attname::text || '.' || coalesce(e.typname, t.typname)
            FROM pg_class c
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            JOIN pg_type t ON t.oid = a.atttypid
            LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'
            WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
              AND (coalesce(e.typcategory, t.typcategory) = 'S' OR coalesce(e.typname, t.typname)
                    IN ('bytea', 'json', 'jsonb', 'xml', 'hstore', 'inet'))
            ORDER BY 1
            """;

    private static final String OF_SELLERS = """
            SELECT c.relname::text FROM pg_class c
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'seller_id' AND NOT a.attisdropped
            WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace ORDER BY 1
            """;

    private static final String MODED = OF_SELLERS.replace("'seller_id'", "'livemode'");

    /** Tables that change when time passes. */
    private static final Set<String> MOVING = Set.of(
            "page_visits",
            "processor_task",
            "sales_measure",
            "sales_measure_change",
            "simulated_event",
            "simulated_object");

    /** Returns the columns, as {@code table.column}, and files that contain a token of the person. */
    Set<String> find(Person person) {
        Set<String> found = find(person, table -> "true");
        found.addAll(files(person, ""));
        return found;
    }

    /** Does the same for a seller and mode, and for what both modes share. */
    Set<String> find(Person person, String sellerId, boolean live) {
        Set<String> moded = Set.copyOf(scene.rows(MODED));
        Set<String> found = find(
                person,
                table -> "seller_id = '" + sellerId + "'" + (moded.contains(table) ? " AND livemode = " + live : ""));
        found.addAll(files(person, sellerId));
        return found;
    }

    private Set<String> find(Person person, UnaryOperator<String> scope) {
        Set<String> ofSellers = Set.copyOf(scene.rows(OF_SELLERS));
        Set<String> found = new TreeSet<>();
        for (String column : scene.rows(COLUMNS)) {
            String[] parts = column.split("\\.");
            String value = parts[2].equals("bytea") ? "encode(" + parts[1] + ", 'escape')" : parts[1] + "::text";
            String condition = person.tokens().stream()
                    .map(token -> "position('" + token + "' IN lower(" + value + ")) > 0")
                    .collect(Collectors.joining(" OR "));
            String rows = ofSellers.contains(parts[0]) ? scope.apply(parts[0]) : "true";
            if (!scene.rows("SELECT 1 FROM " + parts[0] + " WHERE " + rows + " AND (" + condition + ") LIMIT 1")
                    .isEmpty()) {
                found.add(parts[0] + "." + parts[1]);
            }
        }
        return found;
    }

    /** Returns a digest of the rows of each table that belong to other sellers or to the test mode of this one. */
    List<String> rowsOfOthers(String sellerId) {
        Set<String> moded = Set.copyOf(scene.rows(MODED));
        List<String> digests = new ArrayList<>();
        for (String table : scene.rows(OF_SELLERS)) {
            if (!MOVING.contains(table)) {
                String own = moded.contains(table) ? " OR NOT livemode" : "";
                digests.add(table + " "
                        + scene.rows("SELECT md5(string_agg(t::text, ' ' ORDER BY t::text)) FROM " + table
                                        + " t WHERE seller_id <> '" + sellerId + "'" + own)
                                .get(0));
            }
        }
        return digests;
    }

    private static List<String> files(Person person, String within) {
        Path folder = Path.of(
                System.getProperty("java.io.tmpdir"),
                "tollgate-files-" + ProcessHandle.current().pid());
        // The folder is made for the first file of the test run.
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> file.toString().contains(within) && contains(file, person))
                    .map(Path::toString)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean contains(Path file, Person person) {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
            return person.tokens().stream().anyMatch(text::contains);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
