package io.tollgate.platform.requestlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.clock.Clock;
import io.tollgate.support.ChaosProxy;
import io.tollgate.support.Eventually;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.tools.demo.TestDatabase;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls reach the log once, also if Postgres was away or the gateway stops; a request never waits for the log. */
class RequestLogWriterTest {
    private final TestSeller seller = TestGateway.shared().seller();

    private long rows() {
        return TestSeller.rows("SELECT count(*) FROM request_log WHERE seller_id = $1", seller.id())
                .iterator()
                .next()
                .getLong(0);
    }

    private long counted() {
        return TestSeller.rows(
                        "SELECT coalesce(sum(records), 0)::bigint FROM request_log_change WHERE seller_id = $1",
                        seller.id())
                .iterator()
                .next()
                .getLong(0);
    }

    private RequestLogWriter writer(RequestQueue queue) {
        return new RequestLogWriter(queue, TestSeller.database());
    }

    @Test
    void aBatchThatIsRepeatedAddsAndCountsEachCallOnce() {
        RequestQueue queue = new RequestQueue(true);
        LoggedRequest call = RequestQueueTest.call(seller.id(), 0);
        queue.add(call);
        TestSeller.await(writer(queue).write());
        queue.add(call);
        queue.add(RequestQueueTest.call(seller.id(), 0));
        TestSeller.await(writer(queue).write());
        assertThat(rows()).isEqualTo(2);
        assertThat(counted()).isEqualTo(2);
    }

    @Test
    void manyBatchesAreWrittenUntilTheQueueIsEmpty() {
        RequestQueue queue = new RequestQueue(true);
        int calls = RequestQueue.BATCH * 2 + 1;
        for (int i = 0; i < calls; i++) {
            queue.add(RequestQueueTest.call(seller.id(), 0));
        }
        TestSeller.await(writer(queue).write());
        assertThat(queue.waiting()).isZero();
        assertThat(queue.written()).isEqualTo(calls);
        assertThat(counted()).isEqualTo(calls);
    }

    @Test
    void aBatchThatPostgresRejectsIsDroppedAndCountedAndTheNextIsWritten() {
        RequestQueue queue = new RequestQueue(true);
        queue.add(RequestQueueTest.call("\0", 0));
        RequestLogWriter writer = writer(queue);
        TestSeller.await(writer.write());
        assertThat(queue.dropped()).isOne();
        queue.add(RequestQueueTest.call(seller.id(), 0));
        TestSeller.await(writer.write());
        assertThat(queue.written()).isOne();
        assertThat(rows()).isOne();
    }

    @Test
    void callsWaitWhilePostgresIsAway() {
        try (ChaosProxy proxy = new ChaosProxy(io.tollgate.support.TestDatabase.url());
                TestGateway away = TestGateway.stepped(Map.of("database.url", proxy.url()), Clock.SYSTEM, out -> out)) {
            TestApi api = away.api(seller.liveKey());
            api.get("/v1/payments").expect(200);
            proxy.down(true);
            assertThatThrownBy(() -> TestSeller.await(away.writeRequestLog())).isNotNull();
            api.get("/v1/payments").expect(503);
            assertThat(rows()).isZero();
            proxy.down(false);
            assertThat(Eventually.isTrue(() -> {
                        away.writeRequestLog();
                        return rows() == 2;
                    }))
                    .isTrue();
        }
    }

    @Test
    void aStopWritesWhatWaits() {
        TestGateway stopped = TestGateway.stepped(Map.of(), Clock.SYSTEM, out -> out);
        for (int i = 0; i < 3; i++) {
            stopped.api(seller.liveKey()).get("/v1/payments").expect(200);
        }
        assertThat(rows()).isZero();
        stopped.close();
        assertThat(rows()).isEqualTo(3);
    }

    @Test
    void theLoopWritesByItself() throws Exception {
        try (TestDatabase database = new TestDatabase();
                TestGateway own = TestGateway.startPatient(Map.of("database.url", database.url()))) {
            TestApi api = own.api(own.keys().create("teashop", true, "test").key());
            String id = String.valueOf(api.get("/v1/payments").expect(200).header("Request-Id"));
            assertThat(Eventually.isTrue(
                            () -> api.get("/v1/request-log?requestId=" + id).total() == 1))
                    .isTrue();
        }
    }

    @Test
    void aLogThatIsOffSaysSo() {
        try (TestGateway off = TestGateway.startPatient(Map.of("requestLog.days", "0"))) {
            TestSeller other = off.seller();
            other.live().get("/v1/payments").expect(200);
            TestSeller.await(off.writeRequestLog());
            assertThat(other.live()
                            .get("/v1/request-log")
                            .expect(409)
                            .json()
                            .get("code")
                            .textValue())
                    .isEqualTo("request_log_off");
            other.live().get("/v1/request-log/errors").expect(409);
            assertThat(TestSeller.rows("SELECT 1 FROM request_log WHERE seller_id = $1", other.id()))
                    .isEmpty();
        }
    }
}
