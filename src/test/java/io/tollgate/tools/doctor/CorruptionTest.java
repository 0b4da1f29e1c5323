package io.tollgate.tools.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.SecondStage;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestShop;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Changes every stored value that carries money, time or a relation once, in a copy of a seller of its own, and expects
 * the doctor to name that copy. The values derive from the definitions of the records and from the columns of the
 * database, so a new one must be noticed, or be listed with a reason in {@code doctor/unnoticed.tsv}.
 */
@SecondStage
class CorruptionTest {
    private static final int COPIES = 60;

    /** The copy that nothing changes. */
    private static final int SOUND = COPIES;

    private static SellerCopies copies;

    @BeforeAll
    static void sell() throws Exception {
        TestShop shop = SampleSales.sell();
        copies = SellerCopies.of(TestDatabase.url(), shop.seller().id(), COPIES);
        copies.connection().setAutoCommit(false);
    }

    @AfterAll
    static void close() throws Exception {
        copies.close();
    }

    /** @param noticed the checks that failed in the copy of the corruption */
    private record Outcome(Corruption.Result result, TreeSet<String> noticed) {}

    @Test
    void every_changed_value_is_noticed() throws Exception {
        Map<String, Outcome> outcomes = outcomes();
        Map<String, String> unnoticed = reasons("unnoticed");
        Map<String, String> absent = reasons("absent");
        List<String> problems = new ArrayList<>();
        outcomes.forEach((name, outcome) -> {
            boolean silent = outcome.result == Corruption.Result.CHANGED && outcome.noticed.isEmpty();
            if (silent && !unnoticed.containsKey(name)) {
                problems.add(name + ": the doctor does not notice a change");
            }
            if (!silent && unnoticed.containsKey(name)) {
                problems.add(name + ": is listed as unnoticed, but " + outcome);
            }
            if (outcome.result == Corruption.Result.UNCHANGED && !outcome.noticed.isEmpty()) {
                problems.add("nothing is wrong, but " + outcome);
            }
            boolean missing = outcome.result == Corruption.Result.ABSENT;
            if (missing && !absent.containsKey(name)) {
                problems.add(name + ": the sample sales leave no value");
            }
            if (!missing && absent.containsKey(name)) {
                problems.add(name + ": is listed as absent, but " + outcome);
            }
        });
        TreeSet<String> stale = new TreeSet<>(unnoticed.keySet());
        stale.addAll(absent.keySet());
        stale.removeAll(outcomes.keySet());
        stale.forEach(name -> problems.add(name + ": is listed, but no longer stored"));
        assertThat(problems).isEmpty();
    }

    /** Changes one value in each copy, examines all of them, and repeats that until all values were changed. */
    private static Map<String, Outcome> outcomes() throws SQLException {
        List<Corruption> all = Corruption.all(copies);
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        Connection connection = copies.connection();
        for (int from = 0; from < all.size(); from += SOUND - 1) {
            List<Corruption> round = all.subList(from, Math.min(all.size(), from + SOUND - 1));
            List<Corruption.Result> results = new ArrayList<>();
            for (int i = 0; i < round.size(); i++) {
                results.add(round.get(i).apply(connection, copies.sellerId(i + 1)));
            }
            Map<Integer, TreeSet<String>> noticed = examine(connection);
            connection.rollback();
            TreeSet<String> wrong = noticed.getOrDefault(SOUND, new TreeSet<>());
            outcomes.merge(
                    "nothing",
                    new Outcome(Corruption.Result.UNCHANGED, wrong),
                    (first, next) -> first.noticed.isEmpty() ? next : first);
            List<String> everywhere = List.copyOf(wrong);
            noticed.values().stream().filter(checks -> checks != wrong).forEach(checks -> checks.removeAll(everywhere));
            for (int i = 0; i < round.size(); i++) {
                TreeSet<String> checks = noticed.getOrDefault(i + 1, new TreeSet<>());
                outcomes.put(round.get(i).name(), new Outcome(results.get(i), checks));
            }
        }
        return outcomes;
    }

    /** Returns the failed checks of each copy. */
    private static Map<Integer, TreeSet<String>> examine(Connection connection) throws SQLException {
        Map<Integer, TreeSet<String>> noticed = new TreeMap<>();
        Findings findings = new Findings((check, where) -> SellerCopies.named(where)
                .forEach(copy ->
                        noticed.computeIfAbsent(copy, any -> new TreeSet<>()).add(check)));
        Doctor.examine(new Sql(connection), findings);
        return noticed;
    }

    private static Map<String, String> reasons(String list) throws IOException {
        Map<String, String> reasons = new LinkedHashMap<>();
        try (InputStream file = CorruptionTest.class.getResourceAsStream("/doctor/" + list + ".tsv")) {
            String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
            for (String line : text.lines().filter(one -> !one.isBlank()).toList()) {
                String[] parts = line.split("\t");
                assertThat(parts).as(line).hasSize(2);
                assertThat(reasons.put(parts[0], parts[1])).as(line).isNull();
            }
        }
        return reasons;
    }
}
