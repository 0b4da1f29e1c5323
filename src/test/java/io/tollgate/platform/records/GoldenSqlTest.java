package io.tollgate.platform.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.app.TestEndpoints;
import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.Resource;
import io.tollgate.support.TestSeller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The SQL statements that follow from the definitions, stored as text so that a review shows the effect of a change.
 * The rules here allow the schema to be distributed over several machines.
 */
class GoldenSqlTest {
    private static final Path FOLDER = Path.of("src/test/golden/sql");
    private static final int LENGTH_MAX = 8192;
    private static final Pattern TABLE = Pattern.compile("\\b(FROM|JOIN|UPDATE|INTO)\\s+([a-z_]+)");
    private static final List<String> VOLATILE = List.of(
            "set_config",
            "random(",
            "clock_timestamp(",
            "statement_timestamp(",
            "timeofday(",
            "gen_random_uuid(",
            "nextval(",
            "now(",
            "pg_advisory",
            "current_timestamp");

    static List<Resource> resources() {
        return TestEndpoints.resources();
    }

    @ParameterizedTest
    @MethodSource("resources")
    void statements_equal_the_golden_files(Resource resource) throws IOException {
        Path file = FOLDER.resolve(resource.name() + ".sql");
        String text = Statements.text(resource);
        if ("write".equals(System.getProperty("golden"))) {
            Files.createDirectories(FOLDER);
            Files.writeString(file, text);
        }
        assertThat(Files.readString(file))
                .as("src/test/golden/sql shows the former statements; scripts/spec writes the present ones")
                .isEqualTo(text);
    }

    @Test
    void every_golden_file_belongs_to_a_resource() throws IOException {
        if ("write".equals(System.getProperty("golden"))) {
            return;
        }
        try (var files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(resources().stream()
                            .map(resource -> resource.name() + ".sql")
                            .toList());
        }
    }

    @ParameterizedTest
    @MethodSource("resources")
    void every_reference_to_a_table_names_the_seller(Resource resource) {
        Set<String> tables = tables();
        Statements.of(resource).forEach((name, sql) -> {
            Matcher reference = TABLE.matcher(sql);
            int seen = 0;
            while (reference.find()) {
                if (tables.contains(reference.group(2)) && !reference.group(1).equals("INTO")) {
                    seen++;
                    assertThat(level(sql, reference.start()))
                            .as("%s, %s: %s", resource.name(), name, reference.group())
                            .contains("seller_id = $1");
                }
            }
            assertThat(seen).as(name).isPositive();
        });
    }

    /** The condition that must name the seller is that of the same select, without nested selects. */
    @Test
    void the_check_ignores_conditions_of_other_selects() {
        String leaking = "(SELECT a FROM payment WHERE b IN (SELECT c FROM booking WHERE seller_id = $1)) UNION ALL "
                + "(SELECT d FROM ticket WHERE seller_id = $1)";
        assertThat(level(leaking, leaking.indexOf("FROM payment"))).doesNotContain("seller_id");
        assertThat(level(leaking, leaking.indexOf("FROM ticket"))).contains("seller_id = $1");
        String union = "SELECT a FROM payment UNION ALL SELECT b FROM booking WHERE seller_id = $1";
        assertThat(level(union, union.indexOf("FROM payment"))).doesNotContain("seller_id");
    }

    /** Returns the text from here to the end of this select, without nested selects. */
    private static String level(String sql, int from) {
        StringBuilder level = new StringBuilder();
        int depth = 0;
        for (int i = from; i < sql.length() && depth >= 0; i++) {
            char c = sql.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth == 0) {
                if (sql.startsWith("UNION", i)) {
                    break;
                }
                level.append(c);
            }
        }
        return level.toString();
    }

    private static Set<String> tables() {
        Set<String> tables = new HashSet<>();
        TestSeller.rows("SELECT relname::text FROM pg_class"
                        + " WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace")
                .forEach(row -> tables.add(row.getString(0)));
        return tables;
    }

    @ParameterizedTest
    @MethodSource("resources")
    void statements_are_short_enough_to_stay_prepared_and_call_nothing_volatile(Resource resource) {
        Statements.of(resource).forEach((name, sql) -> {
            assertThat(sql.length()).as(name).isLessThan(LENGTH_MAX);
            assertThat(sql.toLowerCase(java.util.Locale.ROOT)).as(name).doesNotContain(VOLATILE.toArray(String[]::new));
        });
    }

    @ParameterizedTest
    @MethodSource("resources")
    void every_filter_has_an_index_that_keeps_list_order(Resource resource) {
        List<String> prefix = new ArrayList<>(List.of("seller_id"));
        if (resource.recorded()) {
            prefix.add("livemode");
        }
        if (resource.kind() != null) {
            prefix.add("type");
        }
        List<List<String>> indexes = indexes(resource.table());
        assertThat(indexes)
                .as("list order")
                .anySatisfy(index -> assertThat(index).startsWith(with(prefix, "id")));
        // A seller has few records of the resources with filters by items of lists.
        for (Filter filter : resource.filters().stream()
                .filter(filter -> !filter.listed() && !filter.ofId())
                .toList()) {
            boolean unique = filter.unique() || filter.name().equals("orderId");
            String[] sorted = unique ? with(prefix, filter.column()) : with(prefix, filter.column(), "id");
            assertThat(indexes)
                    .as("%s has no index for its filter %s", resource.table(), filter.name())
                    .anySatisfy(index -> assertThat(index).startsWith(sorted));
        }
    }

    private static String[] with(List<String> prefix, String... columns) {
        List<String> all = new ArrayList<>(prefix);
        all.addAll(List.of(columns));
        return all.toArray(String[]::new);
    }

    /** Returns the columns of each index. A partial one counts if it excludes only nulls, or one frequent value. */
    private static List<List<String>> indexes(String table) {
        String sql = """
                SELECT array_agg(a.attname::text ORDER BY k.place)
                FROM pg_index i
                CROSS JOIN unnest(i.indkey::int2[]) WITH ORDINALITY AS k (attnum, place)
                JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
                WHERE i.indrelid = $1::text::regclass AND i.indisvalid
                  AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) LIKE ANY
                      (ARRAY['(% IS NOT NULL)', '(% <> %)']))
                GROUP BY i.indexrelid
                """;
        List<List<String>> indexes = new ArrayList<>();
        TestSeller.rows(sql, table).forEach(row -> indexes.add(List.of(row.getArrayOfStrings(0))));
        return indexes;
    }

    @ParameterizedTest
    @MethodSource("resources")
    void every_declared_column_exists(Resource resource) {
        Set<String> filters = new HashSet<>();
        resource.filters().stream().filter(filter -> !filter.ofId()).forEach(filter -> filters.add(filter.column()));
        assertThat(columns(resource.table())).containsAll(filters);
        resource.columns()
                .forEach(field -> assertThat(columns(resource.table())).contains(Filter.snake(field.name())));
        if (!resource.recorded()) {
            return;
        }
        resource.filters().stream().filter(Filter::unique).forEach(filter -> filters.remove(filter.column()));
        assertThat(columns(resource.lookup())).containsAll(filters);
        resource.search()
                .fieldsApart()
                .forEach(field ->
                        assertThat(columns(resource.table() + "_lookup")).contains(Filter.snake(field)));
        for (Filter counted : resource.counted()) {
            assertThat(columns(resource.table() + "_count")).contains(counted.column());
            assertThat(columns(resource.table() + "_change")).contains(counted.column());
        }
    }

    private static Set<String> columns(String table) {
        Set<String> columns = new HashSet<>();
        TestSeller.rows(
                        "SELECT attname::text FROM pg_attribute"
                                + " WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped",
                        table)
                .forEach(row -> columns.add(row.getString(0)));
        return columns;
    }
}
