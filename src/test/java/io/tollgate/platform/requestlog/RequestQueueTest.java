package io.tollgate.platform.requestlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.db.Ids;
import io.tollgate.platform.http.Caller;
import io.tollgate.platform.resource.Principal;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The queue of calls has a bound in calls and in bytes, and what does not fit is counted. */
class RequestQueueTest {
    private static final Instant NOW = Instant.parse("2031-03-10T09:00:00Z");

    static LoggedRequest call(String sellerId, int bodyBytes) {
        return new LoggedRequest(
                "req_" + Ids.next(NOW),
                NOW,
                new Caller(Principal.ofKey("65f0c0ffee0123456789abcd"), sellerId, true, null, null, null, null, 1, 1),
                LoggedRequest.Source.API,
                "GET",
                null,
                "/v1/payments",
                null,
                200,
                null,
                1_000_000,
                "127.0.0.1",
                null,
                null,
                Buffer.buffer(new byte[bodyBytes]));
    }

    @Test
    void callsBeyondTheNumberAreDropped() {
        RequestQueue queue = new RequestQueue(true, 3, Long.MAX_VALUE);
        for (int i = 0; i < 5; i++) {
            queue.add(call("a", 0));
        }
        assertThat(queue.waiting()).isEqualTo(3);
        assertThat(queue.dropped()).isEqualTo(2);
        assertThat(queue.take()).hasSize(3);
        queue.add(call("a", 0));
        assertThat(queue.waiting()).isOne();
        assertThat(queue.dropped()).isEqualTo(2);
    }

    @Test
    void callsBeyondTheBytesAreDropped() {
        RequestQueue queue = new RequestQueue(true, 100, 6_000);
        queue.add(call("a", 4_000));
        queue.add(call("a", 4_000));
        queue.add(call("a", 10));
        assertThat(queue.waiting()).as("a short call still fits").isEqualTo(1 + 1);
        assertThat(queue.dropped()).isOne();
        assertThat(queue.take()).hasSize(2);
        queue.add(call("a", 4_000));
        assertThat(queue.dropped()).as("taken calls free their bytes").isOne();
    }

    @Test
    void aFullBatchIsToldOnce() {
        RequestQueue queue = new RequestQueue(true);
        AtomicInteger told = new AtomicInteger();
        queue.onBatch(told::incrementAndGet);
        for (int i = 0; i < RequestQueue.BATCH * 2 - 1; i++) {
            queue.add(call("a", 0));
        }
        assertThat(told).hasValue(1);
        assertThat(queue.take()).hasSize(RequestQueue.BATCH);
        queue.add(call("a", 0));
        assertThat(told).hasValue(2);
    }
}
