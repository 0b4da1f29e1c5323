package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.chaos.History.Attempt;
import io.tollgate.db.FaultyPostgres;
import io.tollgate.support.Load;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Somebody keeps the row that counts the places of one event: its buyers wait a while, and nobody else does. */
@Tag("chaos")
@Tag("C11")
@Isolated("it measures time")
@Timeout(600)
class HeldRowTest {
    /** What a request may take at the most, whatever it waits for. */
    private static final Duration LONGEST = Duration.ofMillis(3_500);

    private static final int HELD_MILLIS = Stage.times(3_500, 60_000);

    /** Shorter than the patience of the buyers, who ask only once where nobody ends their wait. */
    private static final int CONTROL_MILLIS = 3_500;

    private final FaultyPostgres postgres = Stage.postgres();
    private final Shop held = Shop.on(postgres.url());
    private final Shop other = Shop.on(postgres.url());

    /** What was asked while the row was held, and what came of the buyers who wanted it. */
    private record Hold(List<Attempt> ofHeld, List<Attempt> ofOther, List<Load.Call> lists, Duration back) {}

    private Hold hold(int millis, Map<String, String> settings) throws Exception {
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), settings)) {
            Buyers waiting = new Buyers(gateway.api(held.key()), held);
            // Makes the row.
            waiting.buy();
            Buyers others = new Buyers(gateway.api(other.key()), other).start(2);
            Load lists = Load.of(gateway.api(held.key()), "/v1/bookings?limit=5", 2);
            AutoCloseable row =
                    postgres.hold("SELECT 1 FROM capacity WHERE seller_id = '" + held.sellerId() + "' FOR UPDATE");
            long begun = System.nanoTime();
            waiting.start(3);
            Load.pause(millis);
            long over = System.nanoTime();
            row.close();
            Load.pause(500);
            lists.stop();
            History ofHeld = waiting.stop();
            History ofOther = others.stop();
            ofHeld.agreesWith(postgres, held);
            ofOther.agreesWith(postgres, other);
            return new Hold(
                    ofHeld.begunSince(begun).stream()
                            .filter(attempt -> attempt.ended() < over)
                            .toList(),
                    within(ofOther, begun, over),
                    lists.since(begun),
                    ofHeld.firstSuccess(over));
        }
    }

    private static List<Attempt> within(History history, long begun, long over) {
        return history.begunSince(begun).stream()
                .filter(attempt -> attempt.begun() < over)
                .toList();
    }

    private static Duration median(List<Attempt> attempts) {
        return attempts.stream().map(Attempt::took).sorted().toList().get(attempts.size() / 2);
    }

    private static Duration slowest(List<Attempt> attempts) {
        return attempts.stream().map(Attempt::took).max(Duration::compareTo).orElse(Duration.ZERO);
    }

    @Test
    void keeps_its_own_buyers_waiting_for_a_second_and_nobody_else() throws Exception {
        Hold hold = hold(HELD_MILLIS, Map.of());
        Stage.told("C11", "slowest answer to those who want the row", slowest(hold.ofHeld()));
        Stage.told("C11", "others, median and slowest", median(hold.ofOther()) + " " + slowest(hold.ofOther()));
        Stage.told("C11", "lists read beside it", hold.lists().size());
        Stage.told("C11", "first success after it is let go", hold.back());
        assertThat(hold.ofHeld())
                .as("they were told to come again")
                .isNotEmpty()
                .allSatisfy(attempt -> {
                    DatabaseCrashTest.unavailable(attempt.reply());
                    assertThat(attempt.took()).isLessThan(LONGEST);
                });
        assertThat(hold.ofOther())
                .isNotEmpty()
                .allSatisfy(attempt -> assertThat(attempt.status()).isEqualTo(201));
        assertThat(median(hold.ofOther())).isLessThan(Duration.ofMillis(500));
        assertThat(hold.lists())
                .isNotEmpty()
                .allSatisfy(call -> assertThat(call.reply().status()).isEqualTo(200));
        assertThat(hold.back()).isLessThan(Duration.ofSeconds(3));
    }

    /** The control: where the database does not end the wait, and neither do we, it lasts as long as the hold. */
    @Test
    void without_a_limit_its_buyers_wait_as_long_as_it_is_kept() throws Exception {
        Hold hold = hold(
                CONTROL_MILLIS,
                Map.of(
                        "database.statementTimeoutMillis", "0",
                        "database.queryTimeoutMillis", "60000",
                        "limits.requestTimeoutMillis", "60000"));
        assertThat(hold.ofHeld()).as("nobody was told anything").isEmpty();
    }

    /** The control: with a single connection for writes, all buyers wait for those who want the row. */
    @Test
    void without_connections_to_spare_others_wait_too() throws Exception {
        Hold hold = hold(CONTROL_MILLIS, Map.of("database.transactionPool", "1", "eventLoops", "1"));
        assertThat(median(hold.ofOther())).isGreaterThan(Duration.ofMillis(500));
    }
}
