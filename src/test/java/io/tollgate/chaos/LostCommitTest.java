package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.chaos.History.Attempt;
import io.tollgate.db.FaultyPostgres;
import io.tollgate.support.ChaosProxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** A commit that was done and whose answer was lost: the caller is told to ask again, and is then told the truth. */
@Tag("chaos")
@Tag("C3")
@Isolated("it measures time")
@Timeout(1800)
class LostCommitTest {
    private final FaultyPostgres postgres = Stage.postgres();
    private final Shop shop = Shop.on(postgres.url());

    private History book(boolean careful, int times) {
        try (ChaosProxy proxy = new ChaosProxy(postgres.url());
                GatewayProcess gateway =
                        GatewayProcess.started(proxy.url(), Map.of("database.breakerFailures", "1000"))) {
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop);
            // Work that nobody waits for commits too, and now and then it is that which is cut.
            for (int i = 0; i < 3 * times && lost(buyers.history()).size() < times; i++) {
                proxy.cut().arm("COMMIT", true);
                if (careful) {
                    buyers.buy();
                } else {
                    buyers.careless().buy();
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
    void has_one_effect_and_the_retry_is_told_of_it() {
        int times = Stage.times(20, 1_000);
        History history = book(true, times);
        List<Attempt> lost = lost(history);
        assertThat(lost).hasSize(times);
        lost.forEach(attempt -> DatabaseCrashTest.unavailable(attempt.reply()));
        assertThat(history.attempts().stream().filter(attempt -> attempt.status() == 201))
                .hasSize(history.size())
                .filteredOn(attempt -> attempt.reply().header("Idempotent-Replayed") != null)
                .as("told of what was done before")
                .hasSize(times);
        Stage.told("C3", "commits whose answer was lost", lost.size());
        Stage.told(
                "C3",
                "slowest answer",
                lost.stream().map(Attempt::took).max(Duration::compareTo).orElseThrow());
        history.agreesWith(postgres, shop);
    }

    /** The control: with another key for each try, the effects are two. */
    @Test
    void without_the_key_it_is_done_twice() {
        assertThat(book(false, 3).disagreements(postgres.url(), shop))
                .anySatisfy(wrong -> assertThat(wrong).startsWith("double"));
    }
}
