package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.chaos.History.Attempt;
import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.support.Load;
import io.tollgate.support.SecondStage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A transaction locks the row that counts the tickets of one event. Its buyers wait for a limited time, and no other
 * request waits.
 */
@SecondStage
@Tag("chaos")
@Tag("C11")
@Isolated("it measures time")
@Timeout(600)
class LockedRowTest {
    private static final int HELD_MILLIS = FaultRun.count(3_500, 60_000);

    /** Shorter than the timeout of the buyers, who do not retry if nothing ends their wait. */
    private static final int CONTROL_MILLIS = 3_500;

    private final FaultyPostgres postgres = FaultRun.postgres();
    private final Shop lockedShop = Shop.on(postgres.url());
    private final Shop other = Shop.on(postgres.url());

    /** The requests made while the row was locked, and the recovery of the buyers who needed it. */
    private record LockedPeriod(
            List<Attempt> ofLocked, List<Attempt> ofOther, List<Load.Call> lists, Duration recovery) {}

    private LockedPeriod lockRow(int millis, Map<String, String> settings) throws Exception {
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), settings)) {
            Buyers waiting = new Buyers(gateway.api(lockedShop.key()), lockedShop);
            // Creates the row.
            waiting.buy();
            Buyers others = new Buyers(gateway.api(other.key()), other).start(2);
            Load lists = Load.start(gateway.api(lockedShop.key()), "/v1/bookings?limit=5", 2);
            AutoCloseable row = postgres.hold(
                    "SELECT 1 FROM capacity WHERE seller_id = '" + lockedShop.sellerId() + "' FOR UPDATE");
            long begun = System.nanoTime();
            waiting.start(3);
            Load.pause(millis);
            long over = System.nanoTime();
            row.close();
            Load.pause(500);
            lists.stop();
            History ofHeld = waiting.stop();
            History ofOther = others.stop();
            ofHeld.assertConsistentWith(postgres, lockedShop);
            ofOther.assertConsistentWith(postgres, other);
            return new LockedPeriod(
                    ofHeld.startedSince(begun).stream()
                            .filter(attempt -> attempt.endedAt() < over)
                            .toList(),
                    within(ofOther, begun, over),
                    lists.since(begun),
                    ofHeld.firstSuccess(over));
        }
    }

    private static List<Attempt> within(History history, long begun, long over) {
        return history.startedSince(begun).stream()
                .filter(attempt -> attempt.startedAt() < over)
                .toList();
    }

    private static Duration median(List<Attempt> attempts) {
        return attempts.stream().map(Attempt::duration).sorted().toList().get(attempts.size() / 2);
    }

    private static Duration slowest(List<Attempt> attempts) {
        return attempts.stream().map(Attempt::duration).max(Duration::compareTo).orElse(Duration.ZERO);
    }

    @Test
    void only_buyers_of_the_event_wait_and_only_for_a_second() throws Exception {
        LockedPeriod hold = lockRow(HELD_MILLIS, Map.of());
        FaultRun.report("C11", "slowest response to buyers who need the row", slowest(hold.ofLocked()));
        FaultRun.report("C11", "others, median and slowest", median(hold.ofOther()) + " " + slowest(hold.ofOther()));
        FaultRun.report("C11", "lists read meanwhile", hold.lists().size());
        FaultRun.report("C11", "first success after the lock is released", hold.recovery());
        assertThat(hold.ofLocked()).as("they were told to retry").isNotEmpty().allSatisfy(attempt -> {
            DatabaseCrashTest.assertUnavailable(attempt.reply());
            assertThat(attempt.duration()).isLessThan(FaultRun.LONGEST_WAIT);
        });
        assertThat(hold.ofOther())
                .isNotEmpty()
                .allSatisfy(attempt -> assertThat(attempt.status()).isEqualTo(201));
        assertThat(median(hold.ofOther())).isLessThan(Duration.ofMillis(500));
        assertThat(hold.lists())
                .isNotEmpty()
                .allSatisfy(call -> assertThat(call.reply().status()).isEqualTo(200));
        assertThat(hold.recovery()).isLessThan(FaultRun.allowed(Duration.ofSeconds(3)));
    }

    /** Control: without statement and request timeouts, the wait lasts as long as the lock. */
    @Test
    void without_a_timeout_buyers_wait_as_long_as_the_row_is_locked() throws Exception {
        LockedPeriod hold = lockRow(
                CONTROL_MILLIS,
                Map.of(
                        "database.statementTimeoutMillis", "0",
                        "database.queryTimeoutMillis", "60000",
                        "limits.requestTimeoutMillis", "60000"));
        assertThat(hold.ofLocked()).as("no buyer got a response").isEmpty();
    }

    /** Control: with a single connection for writes, all buyers wait for those who need the locked row. */
    @Test
    void without_spare_connections_other_buyers_wait_too() throws Exception {
        LockedPeriod hold = lockRow(CONTROL_MILLIS, Map.of("database.transactionPool", "1", "eventLoops", "1"));
        assertThat(median(hold.ofOther())).isGreaterThan(Duration.ofMillis(500));
    }
}
