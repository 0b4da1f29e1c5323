package io.tollgate.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whether a queue grows is seen. */
class RenewalQueueTest {
    private static final int RENEWALS = 280;

    /** Notes ten seconds in which so many renewals were recorded each second, after a delay. */
    private static RenewalQueue recorded(double perSecond, double delay) {
        RenewalQueue queue = new RenewalQueue(RENEWALS, 28);
        for (double second = 0; !queue.isOver(second); second += 0.5) {
            queue.note(second, (long) Math.max(0, (second - delay) * perSecond));
        }
        return queue;
    }

    @Test
    void steady_delay_does_not_grow() {
        RenewalQueue queue = recorded(28, 1);
        assertThat(queue.seconds()).isEqualTo(10);
        assertThat(queue.behind(0)).isBetween(0.9, 1.1);
        assertThat(queue.behind(1)).isBetween(0.9, 1.1);
    }

    @Test
    void half_the_rate_leaves_half_of_the_arrivals() {
        RenewalQueue queue = recorded(14, 0);
        assertThat(queue.behind(0)).isBetween(1.0, 1.5);
        assertThat(queue.behind(1)).isBetween(3.4, 4.0);
    }
}
