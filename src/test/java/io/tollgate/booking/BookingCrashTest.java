package io.tollgate.booking;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.order.Codes;
import io.tollgate.records.Capacities;
import io.tollgate.support.ChaosProxy;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is lost on the way to the database, and when: all of a booking is there or nothing, and a retry ends it. */
class BookingCrashTest {
    private static final List<String> WRITTEN =
            List.of("booking", "ticket", "invoice", "customer", "order_number", "audit_entry", "idempotent_answer");
    private static final int PACKETS_MAX = 200;

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestEvent event = new TestEvent(seller);
    private final String type = event.type(2500);

    private String body(int buyer) {
        return event.body("buyer" + buyer + "@example.com", Map.of(type, 2)).toString();
    }

    private long count(String table) {
        return TestSeller.rows("SELECT count(*) FROM " + table + " WHERE seller_id = $1", seller.id())
                .iterator()
                .next()
                .getLong(0);
    }

    private long taken() {
        Row row = TestSeller.rows(
                        "SELECT coalesce(max(taken), 0), coalesce(max(taken) - min(taken), 0) FROM capacity"
                                + " WHERE seller_id = $1",
                        seller.id())
                .iterator()
                .next();
        assertThat(row.getInteger(1)).as("event, group and type").isZero();
        return row.getInteger(0);
    }

    /** What there must be after so many bookings. */
    private void expect(long bookings, String at) {
        for (String table : WRITTEN) {
            long each = table.equals("ticket") ? 2 : table.equals("audit_entry") ? 5 : 1;
            assertThat(count(table)).as(table + " " + at).isEqualTo(each * bookings);
        }
        assertThat(taken()).as(at).isEqualTo(2 * bookings);
        assertThat(TestSeller.rows("SELECT max(number) FROM invoice_counter WHERE seller_id = $1", seller.id())
                        .iterator()
                        .next()
                        .getLong(0))
                .as(at)
                .isEqualTo(bookings == 0 ? null : (Long) bookings);
    }

    /** Postgres ends the transaction of a connection that is gone, sooner or later. */
    private static void settled() {
        String open = "SELECT 1 FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'"
                + " AND datname = current_database() AND pid <> pg_backend_pid()";
        for (int i = 0; i < 200 && TestSeller.rows(open).size() > 0; i++) {
            TestSeller.rows("SELECT pg_sleep(0.01)");
        }
    }

    /**
     * Books through a proxy that is armed, and then again until it is answered; gives whether it was cut.
     *
     * @param expected how many bookings there are before the retry, where that is known
     */
    private boolean book(ChaosProxy proxy, int buyer, String at, @Nullable Long expected) {
        // A server of its own for each: its first statements go over connections that were never used.
        try (BookingServer server = new BookingServer(proxy.url(), Capacities::claim, new Codes())) {
            TestApi api = server.with(seller.liveKey());
            Map<String, String> headers = Map.of("Content-Type", "application/json", "Idempotency-Key", "k" + buyer);
            Reply first = api.send("POST", "/v1/bookings", headers, body(buyer));
            boolean cut = proxy.cut().disarm();
            settled();
            long there = count("booking");
            assertThat(there).as(at).isBetween((long) buyer, buyer + 1L);
            assertThat(expected == null || there == expected).as(at).isTrue();
            expect(there, at);
            // Cut before its commit was sent, a write has done nothing, and is done again over another connection.
            assertThat(first.status()).as(at).isIn(201, cut ? 503 : 201);
            assertThat(first.status() != 201 || there > buyer).as(at).isTrue();
            Reply again = api.write("POST", "/v1/bookings", "k" + buyer, body(buyer));
            again.expect(201);
            assertThat(again.header("Idempotent-Replayed") != null).as(at).isEqualTo(there > buyer);
            expect(buyer + 1, "after the retry, " + at);
            return cut;
        }
    }

    @ParameterizedTest(name = "the packet is delivered: {0}")
    @ValueSource(booleans = {false, true})
    void connection_is_cut_at_every_packet(boolean delivered) {
        event.open();
        boolean cut = true;
        int packet = 0;
        try (ChaosProxy proxy = new ChaosProxy(TestDatabase.url())) {
            for (; cut; packet++) {
                assertThat(packet).isLessThan(PACKETS_MAX);
                proxy.cut().arm(packet, delivered);
                cut = book(proxy, packet, "cut at packet " + packet, null);
            }
        }
        assertThat(packet).as("packets of a booking").isGreaterThan(20);
    }

    @Test
    void commit_that_is_lost_is_none_and_one_whose_answer_is_lost_is_one() {
        event.open();
        try (ChaosProxy proxy = new ChaosProxy(TestDatabase.url())) {
            for (int i = 0; i < 10; i++) {
                boolean delivered = i % 2 == 1;
                proxy.cut().arm("COMMIT", delivered);
                assertThat(book(proxy, i, "cut at the commit " + i, delivered ? i + 1L : i))
                        .isTrue();
            }
        }
    }

    /** Short ids and numbers of orders that are taken are drawn again, and the booking is made. */
    @Test
    void numbers_that_are_taken_are_drawn_again() {
        event.open();
        Codes unlucky = new Codes() {
            private int orders;
            private int shorts;

            @Override
            public synchronized String orderId() {
                return "%08d".formatted(orders++ / 12);
            }

            @Override
            public synchronized String shortId() {
                return "SAME222" + "ABCDEFGH".charAt(shorts++ / 3);
            }
        };
        try (BookingServer server = new BookingServer(Capacities::claim, unlucky)) {
            TestApi api = server.with(seller.liveKey());
            for (int i = 0; i < 3; i++) {
                String body = event.body("buyer" + i + "@example.com", Map.of(type, 1))
                        .toString();
                api.write("POST", "/v1/bookings", "k" + i, body).expect(201);
            }
        }
        assertThat(count("booking")).isEqualTo(3);
        assertThat(count("ticket")).isEqualTo(3);
        assertThat(count("order_number")).isEqualTo(3);
    }
}
