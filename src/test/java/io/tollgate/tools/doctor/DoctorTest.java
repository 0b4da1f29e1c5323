package io.tollgate.tools.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.tools.demo.Demo;
import io.tollgate.tools.demo.DemoFiles;
import io.tollgate.tools.demo.DemoOptions;
import io.tollgate.tools.demo.Progress;
import io.tollgate.tools.demo.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The doctor finds nothing in sound data, and each check finds the damage that it is for. */
class DoctorTest {
    private static final Pattern ID = Pattern.compile("[0-9a-f]{24}");

    private static TestDatabase database;

    @BeforeAll
    static void load() throws Exception {
        database = new TestDatabase();
        Instant now = Instant.parse("2026-11-21T00:00:00Z");
        Demo.load(database.jdbcUrl(), new DemoOptions(300, 2, 7, now, 200), DemoFiles.NONE, Progress.SILENT);
    }

    @AfterAll
    static void close() throws Exception {
        try {
            // Every damage was repaired, so only the damage was found.
            assertThat(database.violations()).isEmpty();
        } finally {
            database.close();
        }
    }

    @Test
    void demo_data_is_sound() {
        assertThat(database.violations()).isEmpty();
    }

    /** Damages many rows at a time, and expects each check to name one of the ids of its row. */
    @Test
    void damage_is_named() throws SQLException {
        List<Damage> all = Stream.of(
                        DoctorControls.columns(),
                        DoctorControls.sums(),
                        DoctorControls.relations(),
                        DoctorDriftControls.amounts(),
                        DoctorTermControls.terms())
                .flatMap(damages -> damages)
                .toList();
        List<String> problems = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl())) {
            connection.setAutoCommit(false);
            for (List<Damage> batch : batches(all)) {
                Map<Damage, Set<String>> rows = new LinkedHashMap<>();
                for (Damage damage : batch) {
                    rows.put(damage, ids(damage.apply(connection)));
                }
                List<String> found = new ArrayList<>();
                Doctor.examine(new Sql(connection), new Findings((check, where) -> found.add(check + " @ " + where)));
                connection.rollback();
                rows.forEach((damage, ids) -> {
                    if (found.stream().noneMatch(line -> line.contains(damage.check()) && !disjoint(ids, line))) {
                        problems.add(damage + ": " + found);
                    }
                });
            }
        }
        assertThat(problems).isEmpty();
    }

    /** Divides the damages so that no check is expected twice, and unreadable records, which hide others, are alone. */
    private static List<List<Damage>> batches(List<Damage> all) {
        List<List<Damage>> batches = new ArrayList<>();
        for (Damage damage : all) {
            List<Damage> batch = batches.stream()
                    .filter(one -> !damage.hidesOthers() && one.stream().noneMatch(damage::excludes))
                    .findFirst()
                    .orElseGet(() -> {
                        List<Damage> added = new ArrayList<>();
                        batches.add(added);
                        return added;
                    });
            batch.add(damage);
        }
        return batches;
    }

    private static Set<String> ids(String text) {
        return ID.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
    }

    private static boolean disjoint(Set<String> ids, String line) {
        return Collections.disjoint(ids, ids(line.substring(line.indexOf(" @ "))));
    }

    @Test
    void a_key_that_was_used_before_its_creation_is_named() throws SQLException {
        execute("INSERT INTO api_key (key_hash, id, seller_id, livemode, label, prefix, last4, created_at)"
                + " SELECT repeat('0', 64), repeat('0', 24), id, true, 'early', 'sk_live_', '0000', now() FROM seller"
                + " LIMIT 1");
        execute("INSERT INTO api_key_use (seller_id, key_id, last_used_at)"
                + " SELECT seller_id, id, created_at - interval '1 second' FROM api_key WHERE label = 'early'");
        assertThat(database.violations()).singleElement().asString().contains("keys: last use is after creation");
        execute("DELETE FROM api_key_use");
        execute("DELETE FROM api_key WHERE label = 'early'");
        assertThat(database.violations()).isEmpty();
    }

    @Test
    void what_is_there_without_its_other_half_is_named() throws SQLException {
        execute("CREATE TABLE lost AS SELECT * FROM capacity WHERE taken > 0 LIMIT 1");
        execute("DELETE FROM capacity c USING lost l"
                + " WHERE (c.seller_id, c.kind, c.owner_id) = (l.seller_id, l.kind, l.owner_id)");
        execute("CREATE TABLE twin AS SELECT * FROM submission LIMIT 1");
        execute("DELETE FROM submission c USING twin l WHERE c.id = l.id");
        execute("INSERT INTO customer_change (seller_id, livemode, day, records)"
                + " SELECT id, true, '2026-01-01', 1 FROM seller LIMIT 1");
        assertThat(database.violations())
                .anySatisfy(line -> assertThat(line).contains("capacity: every claim has a row"))
                .anySatisfy(line -> assertThat(line).contains("submissions: lookup row has a record"))
                .anySatisfy(line -> assertThat(line).contains("submissions: counts match the records"))
                .anySatisfy(line -> assertThat(line).contains("customers: counts match the records"));
        execute("INSERT INTO capacity SELECT * FROM lost");
        execute("INSERT INTO submission SELECT * FROM twin");
        execute("DELETE FROM customer_change");
        execute("DROP TABLE lost, twin");
        assertThat(database.violations()).isEmpty();
    }

    @Test
    void a_reference_to_a_file_that_is_missing_or_left_over_is_named() throws SQLException {
        String check = "file_reference: references match the documents";
        execute("CREATE TABLE reference AS SELECT * FROM file_reference LIMIT 1");
        execute("DELETE FROM file_reference c USING reference l WHERE (c.seller_id, c.file_id, c.kind, c.record_id)"
                + " = (l.seller_id, l.file_id, l.kind, l.record_id)");
        assertThat(database.violations()).singleElement().asString().contains(check);
        execute("INSERT INTO file_reference SELECT * FROM reference");
        execute("INSERT INTO file_reference SELECT seller_id, file_id, kind, 'other' FROM reference");
        assertThat(database.violations()).singleElement().asString().contains(check);
        execute("DELETE FROM file_reference WHERE record_id = 'other'");
        execute("DROP TABLE reference");
        assertThat(database.violations()).isEmpty();
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
