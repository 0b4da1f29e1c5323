package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.tools.doctor.Doctor;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All bookings that buyers want and all responses that they got, and the comparison with the stored records. */
final class History {
    private final Queue<Wish> wishes = new ConcurrentLinkedQueue<>();
    private final Queue<Attempt> attempts = new ConcurrentLinkedQueue<>();

    /** One booking that a buyer wants exactly once. */
    static final class Wish {
        final String email;
        final Map<String, Boolean> promised = new ConcurrentHashMap<>();

        Wish(String email) {
            this.email = email;
        }

        boolean fulfilled() {
            return !promised.isEmpty();
        }
    }

    /**
     * One request, with its start and end by {@link System#nanoTime}.
     *
     * @param reply null if the connection broke
     */
    record Attempt(long startedAt, long endedAt, @Nullable Reply reply) {
        Duration duration() {
            return Duration.ofNanos(endedAt - startedAt);
        }

        /** Returns the status, or 0 if the connection broke. */
        int status() {
            return reply == null ? 0 : reply.status();
        }
    }

    Wish wish(String email) {
        Wish wish = new Wish(email);
        wishes.add(wish);
        return wish;
    }

    void add(Wish wish, Attempt attempt) {
        attempts.add(attempt);
        if (attempt.status() == 201 && attempt.reply() != null) {
            wish.promised.put(attempt.reply().json().at("/data/id").textValue(), true);
        }
    }

    int size() {
        return wishes.size();
    }

    List<Attempt> attempts() {
        return List.copyOf(attempts);
    }

    List<Attempt> startedSince(long moment) {
        return attempts.stream()
                .filter(attempt -> attempt.startedAt() >= moment)
                .toList();
    }

    boolean hasSuccess(long since) {
        return attempts.stream().anyMatch(attempt -> attempt.status() == 201 && attempt.endedAt() > since);
    }

    /** Returns the time from a moment to the first success. */
    Duration firstSuccess(long since) {
        return attempts.stream()
                .filter(attempt -> attempt.status() == 201 && attempt.endedAt() > since)
                .map(attempt -> Duration.ofNanos(attempt.endedAt() - since))
                .min(Duration::compareTo)
                .orElseThrow(() -> new AssertionError("no request succeeded any more"));
    }

    /**
     * Returns the time from a moment to the last response to a request that was running then; zero if there was none.
     */
    Duration longestRunning(long moment) {
        return attempts.stream()
                .filter(attempt -> attempt.startedAt() < moment && attempt.endedAt() > moment)
                .map(attempt -> Duration.ofNanos(attempt.endedAt() - moment))
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    /** Returns the number of successes in a period after a moment. */
    long successesIn(long moment, int millis) {
        return attempts.stream()
                .filter(attempt -> attempt.status() == 201)
                .filter(attempt -> attempt.endedAt() > moment && attempt.endedAt() < moment + millis * 1_000_000L)
                .count();
    }

    /**
     * Returns the differences from the records of a seller: promised bookings that do not exist (lost), buyers with
     * several bookings (double), bookings that no buyer wanted, and buyers who never got a response.
     */
    List<String> disagreements(String databaseUrl, Shop shop) {
        List<String> wrong = new ArrayList<>();
        String emails = "SELECT convert_from(record, 'UTF8')::jsonb ->> 'customerEmail' FROM booking"
                + " WHERE seller_id = '" + shop.sellerId() + "'";
        Map<String, Long> there = query(databaseUrl, emails).stream()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        List<String> ids = query(databaseUrl, "SELECT id FROM booking WHERE seller_id = '" + shop.sellerId() + "'");
        for (Wish wish : wishes) {
            wish.promised.keySet().stream()
                    .filter(id -> !ids.contains(id))
                    .forEach(id -> wrong.add("lost: " + id + " of " + wish.email));
            long number = there.getOrDefault(wish.email, 0L);
            if (number > 1 || wish.promised.size() > 1) {
                wrong.add("double: " + number + " of " + wish.email);
            }
            if (!wish.fulfilled()) {
                wrong.add("no response: " + wish.email);
            }
            there.remove(wish.email);
        }
        there.keySet().forEach(email -> wrong.add("unwanted: " + email));
        String sold = "SELECT coalesce(max(taken), 0) FROM capacity WHERE seller_id = '" + shop.sellerId() + "'";
        if (!query(databaseUrl, sold).get(0).equals(Integer.toString(ids.size()))) {
            wrong.add("sold: " + query(databaseUrl, sold) + " for " + ids.size() + " bookings");
        }
        return wrong;
    }

    /**
     * Checks that nothing is lost or duplicated, that retries returned the stored response, and that all records are
     * consistent.
     */
    void assertConsistentWith(FaultyPostgres postgres, Shop shop) {
        assertConsistentWith(postgres.url(), shop);
    }

    void assertConsistentWith(String databaseUrl, Shop shop) {
        assertThat(disagreements(databaseUrl, shop)).isEmpty();
        assertInvariants(databaseUrl);
    }

    private static List<String> query(String databaseUrl, String sql) {
        try (Connection connection = DriverManager.getConnection(PostgresUrl.toJdbc(databaseUrl))) {
            return FirstColumn.of(connection, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Checks the invariants over all stored records. */
    static void assertInvariants(FaultyPostgres postgres) {
        assertInvariants(postgres.url());
    }

    private static void assertInvariants(String databaseUrl) {
        List<String> lines = new ArrayList<>();
        Doctor.check(databaseUrl, lines::add);
        assertThat(lines.stream().filter(line -> line.startsWith("BAD"))).isEmpty();
    }
}
