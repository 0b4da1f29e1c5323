package io.tollgate.sales.booking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.records.Capacities.Kind;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.invoice.InvoiceNumbers;
import io.tollgate.sales.invoice.InvoiceNumbers.Issue;
import io.tollgate.sales.purchase.Codes;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** 64 concurrent buyers never oversell. Each test has a control without the protection, which oversells. */
class BookingParallelTest {
    private static final int BUYERS = 64;
    private static final int PLACES = 20;

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final TestEvent event = new TestEvent(seller);
    private final String group = event.group(one -> {});
    private final String type = event.type(2500);
    private final String coupon = event.coupon(one -> one.put("percentOff", 10).put("code", "LAST"));

    private ObjectNode body(int buyer, int quantity) {
        return event.body("buyer" + buyer + "@example.com", Map.of(type, quantity))
                .put("couponId", coupon);
    }

    /** Counts the responses by status; every buyer repeats its request while the response says to retry. */
    private Map<Integer, Integer> buy(TestApi by, java.util.function.IntFunction<ObjectNode> bodies) {
        long deadlocks = deadlocks();
        Map<Integer, Integer> answers = new HashMap<>();
        Parallel.times(
                        BUYERS,
                        i -> by.writeWithRetries(
                                "POST",
                                "/v1/bookings",
                                "buyer " + i,
                                bodies.apply(i).toString()))
                .forEach(reply -> answers.merge(reply.status(), 1, Integer::sum));
        assertThat(deadlocks()).isEqualTo(deadlocks);
        return answers;
    }

    private static long deadlocks() {
        return TestSeller.rows("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
                .iterator()
                .next()
                .getLong(0);
    }

    private int taken(String ownerId) {
        for (Row row : TestSeller.rows(
                "SELECT taken FROM capacity WHERE seller_id = $1 AND owner_id = $2", seller.id(), ownerId)) {
            return row.getInteger(0);
        }
        return 0;
    }

    private String owner(Kind kind) {
        return switch (kind) {
            case EVENT -> event.id();
            case TICKET_GROUP -> group;
            case TICKET_TYPE -> type;
            default -> coupon;
        };
    }

    @ParameterizedTest
    @EnumSource(names = {"EVENT", "TICKET_GROUP", "TICKET_TYPE", "COUPON"})
    void last_places_are_sold_and_no_more(Kind kind) {
        event.capacity(kind, owner(kind), PLACES).save();
        assertThat(buy(api, i -> body(i, 1))).isEqualTo(Map.of(201, PLACES, 409, BUYERS - PLACES));
        assertThat(api.get("/v1/tickets").total()).isEqualTo(PLACES);
        for (Kind each : List.of(Kind.EVENT, Kind.TICKET_GROUP, Kind.TICKET_TYPE, Kind.COUPON)) {
            assertThat(taken(owner(each))).as(each.name()).isEqualTo(PLACES);
        }
        assertThat(numbers()).isEqualTo(PLACES);
    }

    /** Returns the number of invoices; their numbers have no gaps. */
    private long numbers() {
        Row row = TestSeller.rows(
                        "SELECT count(*), count(DISTINCT invoice_number), max(split_part(invoice_number, '-', 2)::int),"
                                + " count(DISTINCT id) FROM invoice WHERE seller_id = $1",
                        seller.id())
                .iterator()
                .next();
        assertThat(row.getLong(1)).isEqualTo(row.getLong(0));
        assertThat((long) row.getInteger(2)).isEqualTo(row.getLong(0));
        return row.getLong(0);
    }

    /** Invoice numbers are taken last and returned on rollback, even beside concurrent transactions. */
    @Test
    void numbers_of_all_buyers_have_no_gaps() {
        event.save();
        assertThat(buy(api, i -> body(i, 1))).isEqualTo(Map.of(201, BUYERS));
        assertThat(numbers()).isEqualTo(BUYERS);
    }

    private Future<Issue> number(SqlConnection transaction) {
        return InvoiceNumbers.next(transaction, seller.scope(true), Instant.now(), ZoneOffset.UTC);
    }

    @Test
    void number_of_a_transaction_that_is_undone_is_given_again() {
        event.save();
        assertThatThrownBy(() -> TestSeller.await(TestSeller.database()
                        .write(
                                seller.scope(true),
                                transaction -> number(transaction)
                                        .compose(issue ->
                                                Future.failedFuture(new IllegalStateException(issue.number()))))))
                .hasMessageContaining("-000001");
        api.post("/v1/bookings", body(1, 1).toString()).expect(201);
        assertThat(numbers()).isOne();
    }

    /** Control: a number taken in a separate transaction leaves a gap in the invoices. */
    @Test
    void number_that_is_not_taken_with_its_invoice_is_a_gap() {
        event.save();
        TestSeller.await(TestSeller.database().write(seller.scope(true), this::number));
        api.post("/v1/bookings", body(1, 1).toString()).expect(201);
        assertThatThrownBy(this::numbers).isInstanceOf(AssertionError.class);
    }

    /** Two types in two groups, ordered together in both orders and in different quantities. */
    @Test
    void mixed_quantities_fill_the_house() {
        event.group(one -> {});
        String other = event.type(1000);
        event.capacity(Kind.EVENT, event.id(), 50)
                .capacity(Kind.TICKET_TYPE, type, 30)
                .capacity(Kind.TICKET_TYPE, other, 40)
                .save();
        Map<Integer, Integer> answers = buy(api, i -> {
            ObjectNode body = event.body("buyer" + i + "@example.com", Map.of());
            ObjectNode tickets = body.putObject("tickets");
            tickets.put(i % 2 == 0 ? type : other, 1 + i % 3);
            tickets.put(i % 2 == 0 ? other : type, 1);
            return body;
        });
        assertThat(answers.keySet()).containsExactlyInAnyOrder(201, 409);
        assertThat(taken(event.id())).isLessThanOrEqualTo(50);
        // Buyers of two are among those who came too late: nobody was rejected while tickets were left.
        assertThat(taken(event.id())).isGreaterThanOrEqualTo(49);
        assertThat(taken(type)).isLessThanOrEqualTo(30);
        assertThat(taken(type) + taken(other)).isEqualTo(taken(event.id()));
        assertThat(api.get("/v1/tickets").total()).isEqualTo(taken(event.id()));
        api.post("/v1/bookings", event.body("last@example.com", Map.of(type, 1)).toString());
        api.post(
                "/v1/bookings", event.body("last@example.com", Map.of(other, 1)).toString());
        assertThat(taken(event.id())).isEqualTo(50);
        numbers();
    }

    /** Control: reading the number sold and then writing it oversells. */
    @ParameterizedTest
    @EnumSource(names = {"EVENT", "TICKET_GROUP", "TICKET_TYPE", "COUPON"})
    void without_the_conditional_update_too_much_is_sold(Kind kind) {
        event.capacity(kind, owner(kind), PLACES).save();
        try (BookingServer naive = new BookingServer(BookingParallelTest::readThenWrite, new Codes())) {
            Map<Integer, Integer> answers = buy(naive.with(seller.liveKey()), i -> body(i, 1));
            assertThat(answers.getOrDefault(201, 0)).isGreaterThan(PLACES);
        }
    }

    private static Future<Boolean> readThenWrite(
            SqlConnection transaction, Scope scope, Kind kind, String ownerId, int quantity) {
        String sql = "SELECT capacity, taken FROM capacity WHERE seller_id = $1 AND kind = $2 AND owner_id = $3";
        return transaction
                .preparedQuery(sql)
                .execute(Tuple.of(scope.sellerId(), kind.column(), ownerId))
                .map(rows -> {
                    for (Row row : rows) {
                        Integer capacity = row.getInteger(0);
                        return capacity == null || row.getInteger(1) + quantity <= capacity;
                    }
                    return true;
                });
    }

    /** The last protection: a constraint of the table rejects more than the capacity. */
    @Test
    void table_never_holds_more_than_there_is() {
        event.capacity(Kind.TICKET_TYPE, type, PLACES).save();
        String sql = "UPDATE capacity SET taken = 21 WHERE kind = 'ticket_type'";
        assertThatThrownBy(() -> TestSeller.await(TestSeller.database()
                        .write(
                                seller.scope(true),
                                transaction -> transaction.query(sql).execute())))
                .hasMessageContaining("23514");
    }

    private void limit() {
        event.with(document -> document.withObject("/eventDetails")
                        .putObject("limitRegistrations")
                        .put("enabled", true))
                .save();
    }

    @Test
    void one_guest_is_registered_once() {
        limit();
        assertThat(buy(api, i -> body(1, 1))).isEqualTo(Map.of(201, 1, 403, BUYERS - 1));
        assertThat(api.get("/v1/customers").total()).isOne();
        assertThat(taken(type)).isOne();
        assertThat(numbers()).isOne();
    }

    @Test
    void one_key_makes_one_booking_and_one_answer() {
        event.save();
        List<Reply> replies = Parallel.times(
                BUYERS,
                i -> api.writeWithRetries(
                        "POST", "/v1/bookings", "one", body(1, 2).toString()));
        Set<String> bodies = new HashSet<>();
        replies.forEach(reply -> bodies.add(reply.expect(201).body()));
        assertThat(bodies).hasSize(1);
        assertThat(api.get("/v1/bookings").total()).isOne();
        assertThat(api.get("/v1/tickets").total()).isEqualTo(2);
        assertThat(taken(type)).isEqualTo(2);
        assertThat(numbers()).isOne();
    }

    /** Control: with a different idempotency key each, there are as many bookings and responses as calls. */
    @Test
    void without_one_key_there_are_many_bookings() {
        event.save();
        assertThat(buy(api, i -> body(1, 1))).isEqualTo(Map.of(201, BUYERS));
        assertThat(api.get("/v1/bookings").total()).isEqualTo(BUYERS);
        assertThat(api.get("/v1/customers").total()).isOne();
        assertThat(numbers()).isEqualTo(BUYERS);
    }
}
