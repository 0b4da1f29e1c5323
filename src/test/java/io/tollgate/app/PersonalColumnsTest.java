package io.tollgate.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.resource.Resource;
import io.tollgate.support.TestSeller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Every column that can hold text is declared in {@code privacy/columns.tsv}: {@code personal} if its values can
 * identify or describe a customer, {@code legal} if they can and laws on accounting demand them, {@code neither}
 * otherwise. A line with the table {@code *} declares a column name that means the same in every table.
 */
class PersonalColumnsTest {
    private static final Path LIST = Path.of("src/test/resources/privacy/columns.tsv");
    private static final Set<String> CLASSES = Set.of("personal", "legal", "neither");

    /** Text, bytes, JSON and arrays of text. */
    private static final String COLUMNS = """
            SELECT c.relname::text || '.' || a.attname::text
            FROM pg_class c
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            JOIN pg_type t ON t.oid = a.atttypid
            LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'
            WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
              AND c.relname <> 'flyway_schema_history'
              AND (coalesce(e.typcategory, t.typcategory) = 'S' OR coalesce(e.typname, t.typname)
                    IN ('bytea', 'json', 'jsonb', 'xml', 'hstore', 'inet'))
            ORDER BY 1
            """;

    /** A line of the list. */
    private record Line(String table, String column, String kind, String reason) {
        static Line of(String text) {
            String[] cells = text.split("\t", -1);
            return new Line(cells[0], cells[1], cells[2], cells.length > 3 ? cells[3] : "");
        }

        String name() {
            return table + "." + column;
        }
    }

    private static List<Line> lines() throws IOException {
        return Files.readAllLines(LIST).stream().skip(1).map(Line::of).toList();
    }

    /** Returns the class of each declared column. */
    private static Map<String, String> declared() throws IOException {
        Map<String, String> declared = new HashMap<>();
        lines().forEach(line -> declared.put(line.name(), line.kind()));
        return declared;
    }

    private static List<String> columns() {
        List<String> columns = new ArrayList<>();
        TestSeller.rows(COLUMNS).forEach(row -> columns.add(row.getString(0)));
        return columns;
    }

    private static String ofAnyTable(String column) {
        return "*" + column.substring(column.indexOf('.'));
    }

    private static List<String> undeclared(List<String> columns, Set<String> declared) {
        return columns.stream()
                .filter(column -> !declared.contains(column) && !declared.contains(ofAnyTable(column)))
                .toList();
    }

    @Test
    void everyColumnIsDeclared() throws IOException {
        List<String> columns = columns();
        assertThat(columns).hasSizeGreaterThan(500).contains("customer.record", "checkout.claims", "refund.ticket_ids");
        assertThat(undeclared(columns, declared().keySet()))
                .as("columns without a line in %s", LIST)
                .isEmpty();
    }

    @Test
    void aColumnWithoutALineIsFound() throws IOException {
        Map<String, String> declared = declared();
        declared.remove("mail_message.recipient");
        assertThat(undeclared(columns(), declared.keySet())).containsExactly("mail_message.recipient");
    }

    @Test
    void everyLineDeclaresAColumnOnceWithAReason() throws IOException {
        Set<String> known = new HashSet<>(columns());
        columns().forEach(column -> known.add(ofAnyTable(column)));
        Set<String> seen = new HashSet<>();
        for (Line line : lines()) {
            assertThat(seen.add(line.name())).as(line.name()).isTrue();
            assertThat(known).contains(line.name());
            assertThat(CLASSES).contains(line.kind());
            boolean plain = line.kind().equals("neither");
            assertThat(plain || !line.reason().isEmpty() && !line.table().equals("*"))
                    .as("reason and table of %s", line.name())
                    .isTrue();
        }
    }

    @Test
    void columnsOfRecordsAgreeWithTheFieldsOfTheirResource() throws IOException {
        Map<String, String> declared = declared();
        Set<String> wrong = new TreeSet<>();
        int personal = 0;
        for (Resource resource : Endpoints.RESOURCES) {
            if (!resource.recorded()) {
                continue;
            }
            boolean holds = PersonalFieldsTest.holdsPersonal(resource.fields());
            String column = resource.table() + ".record";
            if (holds == declared.get(column).equals("neither")) {
                wrong.add(column);
            }
            boolean found = PersonalFieldsTest.holdsPersonal(
                    resource.search().fields().stream().map(resource::field).toList());
            String search = resource.table() + "_lookup.search_text";
            if (resource.search().exists() && found == declared.get(search).equals("neither")) {
                wrong.add(search);
            }
            personal += holds ? 1 : 0;
        }
        assertThat(wrong).isEmpty();
        assertThat(personal).isGreaterThan(7);
    }
}
