package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.db.FaultyPostgres;
import io.tollgate.db.PostgresUrl;
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

/** All that buyers wished for, every answer that they got, and whether it agrees with what is there in the end. */
final class History {
    private final Queue<Wish> wishes = new ConcurrentLinkedQueue<>();
    private final Queue<Attempt> attempts = new ConcurrentLinkedQueue<>();

    /** One booking that a buyer wants to have made, once. */
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
     * One request, begun and ended by {@link System#nanoTime}.
     *
     * @param reply null where the connection broke
     */
    record Attempt(long begun, long ended, @Nullable Reply reply) {
        Duration took() {
            return Duration.ofNanos(ended - begun);
        }

        /** 0 where the connection broke. */
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

    List<Attempt> begunSince(long moment) {
        return attempts.stream().filter(attempt -> attempt.begun() >= moment).toList();
    }

    /** How long after a moment the first request was done. */
    Duration firstSuccess(long since) {
        return attempts.stream()
                .filter(attempt -> attempt.status() == 201 && attempt.ended() > since)
                .map(attempt -> Duration.ofNanos(attempt.ended() - since))
                .min(Duration::compareTo)
                .orElseThrow(() -> new AssertionError("nothing was done any more"));
    }

    /** How long after a moment the last request was answered that was under way then; none where there was none. */
    Duration longestUnderWay(long moment) {
        return attempts.stream()
                .filter(attempt -> attempt.begun() < moment && attempt.ended() > moment)
                .map(attempt -> Duration.ofNanos(attempt.ended() - moment))
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    /** How many requests were done in so many milliseconds from a moment on. */
    long successesIn(long moment, int millis) {
        return attempts.stream()
                .filter(attempt -> attempt.status() == 201)
                .filter(attempt -> attempt.ended() > moment && attempt.ended() < moment + millis * 1_000_000L)
                .count();
    }

    /**
     * What disagrees with the records of a seller: bookings that were promised and are not there (lost),
     * buyers with more than one (double), bookings that nobody wanted, and buyers who never heard.
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
                wrong.add("never heard: " + wish.email);
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

    /** Nothing is lost and nothing double, whoever asked again was told the truth, and all records fit. */
    void agreesWith(FaultyPostgres postgres, Shop shop) {
        agreesWith(postgres.url(), shop);
    }

    void agreesWith(String databaseUrl, Shop shop) {
        assertThat(disagreements(databaseUrl, shop)).isEmpty();
        sound(databaseUrl);
    }

    private static List<String> query(String databaseUrl, String sql) {
        try (Connection connection = DriverManager.getConnection(PostgresUrl.toJdbc(databaseUrl))) {
            return FirstColumn.of(connection, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The invariants over all that is stored. */
    static void sound(FaultyPostgres postgres) {
        sound(postgres.url());
    }

    private static void sound(String databaseUrl) {
        List<String> lines = new ArrayList<>();
        Doctor.check(databaseUrl, lines::add);
        assertThat(lines.stream().filter(line -> line.startsWith("BAD"))).isEmpty();
    }
}
