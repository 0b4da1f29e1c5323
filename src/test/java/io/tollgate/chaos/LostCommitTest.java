package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.chaos.History.Attempt;
import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.support.ChaosProxy;
import io.tollgate.support.SecondStage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** A commit whose confirmation is lost: the client gets a 503, and its retry returns the stored response. */
@SecondStage
@Tag("chaos")
@Tag("C3")
@Isolated("it measures time")
@Timeout(1800)
class LostCommitTest {
    private final FaultyPostgres postgres = FaultRun.postgres();
    private final Shop shop = Shop.on(postgres.url());

    private History book(boolean careful, int times) {
        try (ChaosProxy proxy = new ChaosProxy(postgres.url());
                GatewayProcess gateway =
                        GatewayProcess.started(proxy.url(), Map.of("database.breakerFailures", "1000"))) {
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop);
            // Little background work writes the e-mail of a buyer, but sometimes its commit is cut instead.
            for (int i = 0; i < 3 * times && lost(buyers.history()).size() < times; i++) {
                proxy.cut().arm(Buyers.DOMAIN, "COMMIT", 0, true, null);
                if (careful) {
                    buyers.buy();
                } else {
                    buyers.useNewKeys().buy();
                }
                assertThat(proxy.cut().disarm()).as("a commit was cut").isTrue();
            }
            return buyers.history();
        }
    }

    private static List<Attempt> lost(History history) {
        return history.attempts().stream()
                .filter(attempt -> attempt.status() == 503)
                .toList();
    }

    @Test
    void a_lost_commit_has_one_effect_and_the_retry_returns_it() {
        int times = FaultRun.count(20, 1_000);
        History history = book(true, times);
        List<Attempt> lost = lost(history);
        assertThat(lost).hasSize(times);
        lost.forEach(attempt -> DatabaseCrashTest.assertUnavailable(attempt.reply()));
        assertThat(history.attempts().stream().filter(attempt -> attempt.status() == 201))
                .hasSize(history.size())
                .filteredOn(attempt -> attempt.reply().header("Idempotent-Replayed") != null)
                .as("retries that returned the stored response")
                .hasSize(times);
        FaultRun.report("C3", "commits whose confirmation was lost", lost.size());
        FaultRun.report(
                "C3",
                "slowest answer",
                lost.stream().map(Attempt::duration).max(Duration::compareTo).orElseThrow());
        history.assertConsistentWith(postgres, shop);
    }

    /** Control: with a new key for each retry, the write happens twice. */
    @Test
    void without_the_key_the_write_happens_twice() {
        assertThat(book(false, 3).disagreements(postgres.url(), shop))
                .anySatisfy(wrong -> assertThat(wrong).startsWith("double"));
    }
}
