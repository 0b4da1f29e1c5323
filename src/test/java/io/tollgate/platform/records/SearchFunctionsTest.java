package io.tollgate.platform.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tollgate.support.Seeds;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestSeller;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bytewise search functions, which a superuser can install to replace those of the server, return the same results and
 * are used only if installed.
 */
class SearchFunctionsTest {
    /**
     * A small alphabet, so that many texts match. The encodings share bytes, and some characters are pattern
     * characters.
     */
    private static final List<String> CHARACTERS =
            List.of("a", "b", "%", "_", "\\", "\n", "é", "è", "ê", "İ", "李", "杂", "ك", "😀", "😁", "\u0308");

    private static final String AHEAD = "SELECT to_regproc('pg_catalog.tollgate_position') IS NOT NULL";

    static LongStream seeds() {
        return Seeds.random(3);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void bytewise_functions_find_the_same_matches(long seed) {
        assumeTrue(theyAreThere(), "this database has no bytewise functions");
        Random random = new Random(seed);
        String[] texts = some(random, 400, 12);
        String[] needles = some(random, 400, 3);
        String[] patterns = Stream.of(needles).map(TrigramPattern::containing).toArray(String[]::new);
        Row row = TestSeller.rows("""
                        SELECT count(*) AS pairs,
                          count(*) FILTER (WHERE pg_catalog.tollgate_position(t, n) > 0) AS found,
                          count(*) FILTER (WHERE public.tollgate_position(t, n) > 0
                              IS DISTINCT FROM (pg_catalog.tollgate_position(t, n) > 0)) AS positions,
                          count(*) FILTER (WHERE public.tollgate_like(t, p)
                              IS DISTINCT FROM pg_catalog.tollgate_like(t, p)) AS patterns,
                          count(*) FILTER (WHERE public.tollgate_position(t, n) > 0
                              IS DISTINCT FROM pg_catalog.tollgate_like(t, p)) AS both
                        FROM unnest($1::text[]) t, unnest($2::text[], $3::text[]) AS needle(n, p)
                        """, texts, needles, patterns).iterator().next();
        assertThat(row.getLong("pairs")).isEqualTo(400L * 400);
        assertThat(row.getLong("found")).isBetween(1_000L, 159_000L);
        assertThat(List.of(row.getLong("positions"), row.getLong("patterns"), row.getLong("both")))
                .as("pairs that differ")
                .containsOnly(0L);
    }

    @Test
    void the_embedded_postgres_uses_the_bytewise_functions() {
        assumeTrue(TestDatabase.embedded(), "not the embedded Postgres");
        assertThat(plan("tollgate_like(search_text, '%a%') AND tollgate_position(search_text, 'a') > 0"))
                .contains("tollgate_like(search_text,")
                .contains("tollgate_position(search_text,");
    }

    @Test
    void other_servers_use_their_own_functions() {
        assertThat(plan("public.tollgate_like(search_text, '%a%') AND public.tollgate_position(search_text, 'a') > 0"))
                .contains("textlike(search_text,")
                .contains("strpos(search_text,")
                .doesNotContain("tollgate_");
    }

    private static boolean theyAreThere() {
        return TestSeller.rows(AHEAD).iterator().next().getBoolean(0);
    }

    private static String plan(String condition) {
        return TestSeller.rows("EXPLAIN SELECT FROM payment_lookup WHERE " + condition).stream()
                .map(row -> row.getString(0))
                .collect(Collectors.joining("\n"));
    }

    private static String[] some(Random random, int count, int longest) {
        return IntStream.range(0, count)
                .mapToObj(i -> text(random, 1 + random.nextInt(longest)))
                .toArray(String[]::new);
    }

    private static String text(Random random, int length) {
        return random.ints(length, 0, CHARACTERS.size())
                .mapToObj(CHARACTERS::get)
                .collect(Collectors.joining());
    }
}
