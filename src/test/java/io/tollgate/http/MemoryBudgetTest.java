package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What many hold together, and what one who is refused does to the others: nothing. */
class MemoryBudgetTest {
    @Test
    void what_is_given_back_can_be_taken_again() {
        MemoryBudget budget = new MemoryBudget(10);
        MemoryBudget.Share share = budget.share();
        assertThat(share.take(6)).isTrue();
        assertThat(share.take(5)).isFalse();
        assertThat(budget.share().take(4)).isTrue();
        share.giveBack();
        assertThat(share.take(1)).as("it has ended").isFalse();
        assertThat(budget.share().take(6)).isTrue();
    }

    /** Somebody asks for too much all the time, and is refused. */
    @Test
    void who_fits_is_never_refused_for_who_does_not() {
        MemoryBudget budget = new MemoryBudget(1_000);
        AtomicBoolean enough = new AtomicBoolean();
        CompletableFuture<Void> greedy = CompletableFuture.runAsync(() -> {
            while (!enough.get()) {
                assertThat(budget.share().take(1_000_000)).isFalse();
            }
        });
        for (int i = 0; i < 1_000_000; i++) {
            MemoryBudget.Share modest = budget.share();
            assertThat(modest.take(1)).isTrue();
            modest.giveBack();
        }
        enough.set(true);
        greedy.join();
    }
}
