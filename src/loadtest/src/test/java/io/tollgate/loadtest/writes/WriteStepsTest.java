package io.tollgate.loadtest.writes;

import static io.tollgate.loadtest.Replies.assertError;
import static io.tollgate.loadtest.Replies.assertInconsistent;
import static io.tollgate.loadtest.Replies.reply;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tollgate.loadtest.call.Answer;
import io.tollgate.loadtest.call.Call.Caller;
import io.tollgate.loadtest.measure.Claims;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Answers to writes: what is believed, and each lie. */
class WriteStepsTest {
    private static final String[] REPLAYED = {"Idempotent-Replayed", "true"};

    private final Claims claims = new Claims(List.of());
    private final Ledger ledger = new Ledger();
    private final Event event = event(0, 3);

    private static Event event(long places, long boxes) {
        Event.Offer offer = new Event.Offer(
                "Event", places, List.of(new Event.Seat("Box", 100, boxes), new Event.Seat("Free", 0, 0)));
        try {
            return Event.of(
                    new ObjectMapper()
                            .readTree(
                                    "{\"id\":\"e\",\"ticketGroups\":[{\"id\":\"g\",\"ticketTypes\":[{\"id\":\"t\"},{\"id\":\"f\"}]}]}"),
                    offer);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private Order order(int boxes, Caller caller) {
        return new Order(event, Map.of(event.types().get(0), boxes), "Anna", "anna@example.com", caller);
    }

    private static String booking(String id, int quantity, long amount, boolean live) {
        return """
                {"data":{"id":"%s","orderId":"1","customerId":"c","pageId":"e","livemode":%s,"amount":%d,"amountDue":%d,\
                "tickets":[{"quantity":%d}]}}""".formatted(id, live, amount, amount, quantity);
    }

    private BookStep book(Order order) {
        return new BookStep(order, false, ledger, claims);
    }

    @Test
    void booking_is_what_was_asked_for() {
        book(order(2, Caller.TEST_KEY)).judge(reply(201, booking("b", 2, 200, false)));
        assertThat(ledger.bookedOf(event)).containsExactly("b");
        for (String lie :
                List.of(booking("b", 1, 200, false), booking("b", 2, 199, false), booking("b", 2, 200, true))) {
            assertInconsistent(() -> book(order(2, Caller.TEST_KEY)).judge(reply(201, lie)), "another booking");
        }
        assertError(() -> book(order(2, Caller.TEST_KEY)).judge(reply(400, "{}")), "answered 400");
    }

    @Test
    void replay_is_the_same_bytes_and_says_so() {
        Order order = order(2, Caller.TEST_KEY);
        book(order).judge(reply(201, booking("b", 2, 200, false)));
        book(order).judge(reply(201, booking("b", 2, 200, false), REPLAYED));
        assertInconsistent(() -> book(order).judge(reply(201, booking("x", 2, 200, false), REPLAYED)), "other bytes");
        assertInconsistent(() -> book(order).judge(reply(409, booking("b", 2, 200, false), REPLAYED)), "other bytes");
        assertInconsistent(() -> book(order).judge(reply(201, booking("b", 2, 200, false))), "no replay");
        assertThat(ledger.bookings()).isOne();
    }

    @Test
    void one_key_is_done_once() {
        Order order = order(2, Caller.TEST_KEY);
        BookStep first = book(order);
        BookStep twin = book(order);
        first.judge(reply(201, booking("b", 2, 200, false)));
        assertInconsistent(() -> twin.judge(reply(201, booking("b", 2, 200, false))), "done twice");
    }

    @Test
    void more_tickets_than_places_are_found() {
        book(order(2, Caller.LIVE_KEY)).judge(reply(201, booking("b", 2, 200, true)));
        assertInconsistent(
                () -> book(order(2, Caller.LIVE_KEY)).judge(reply(201, booking("c", 2, 200, true))),
                "more tickets than places");
    }

    @Test
    void sold_out_is_believed_only_when_it_may_be() {
        assertInconsistent(
                () -> book(order(3, Caller.LIVE_KEY)).judge(reply(409, "{\"code\":\"sold_out\"}")), "would fit");
        Order first = order(2, Caller.LIVE_KEY);
        Order second = order(2, Caller.LIVE_KEY);
        book(first).judge(reply(201, booking("b", 2, 200, true)));
        book(second).judge(reply(409, "{\"code\":\"sold_out\"}"));
        assertThat(order(1, Caller.LIVE_KEY).mayBeSoldOut()).isFalse();
        assertError(
                () -> book(order(1, Caller.LIVE_KEY)).judge(reply(409, "{\"code\":\"not_on_sale\"}")), "not_on_sale");
    }

    @Test
    void test_bookings_are_never_sold_out() {
        order(3, Caller.TEST_KEY);
        assertInconsistent(
                () -> book(order(3, Caller.TEST_KEY)).judge(reply(409, "{\"code\":\"sold_out\"}")), "would fit");
    }

    private static Answer tickets(int total, String order, int... ids) {
        StringBuilder data = new StringBuilder();
        for (int id : ids) {
            data.append(data.isEmpty() ? "" : ",")
                    .append("{\"id\":\"%d\",\"checkInCode\":\"c%d\",\"orderId\":\"%s\",\"bookingId\":\"b\"}"
                            .formatted(id, id, order));
        }
        return reply(200, "{\"data\":[" + data + "],\"total\":" + total + ",\"has_more\":false}");
    }

    @Test
    void booking_has_its_tickets() {
        TicketsStep step = new TicketsStep(new Ledger.Booked(order(2, Caller.TEST_KEY), "b", "1"), ledger, claims);
        step.judge(tickets(2, "1", 7, 8));
        assertInconsistent(() -> step.judge(tickets(1, "1", 7)), "1 tickets of 2");
        assertInconsistent(() -> step.judge(tickets(3, "1", 7, 8)), "2 tickets of 2");
        assertInconsistent(() -> step.judge(tickets(2, "9", 7, 8)), "2 tickets of 2");
    }

    private DoorStep door(DoorStep.Way way, int entries) {
        return new DoorStep(way, new Ledger.Guest("e", "t", "code", entries), Caller.TEST_KEY, ledger, claims);
    }

    private static Answer told(boolean success, boolean inside, int entries) {
        String list = "{},".repeat(entries);
        return reply(
                200,
                "{\"data\":{\"success\":%s,\"ticket\":{\"id\":\"t\",\"checkInStatus\":\"%s\",\"checkIns\":[%s]}}}"
                        .formatted(
                                success,
                                inside ? "CHECKEDIN" : "UNCHECKEDIN",
                                list.isEmpty() ? "" : list.substring(0, list.length() - 1)));
    }

    @Test
    void door_lets_in_once_and_out_once() {
        door(DoorStep.Way.IN, 0).judge(told(true, true, 1));
        door(DoorStep.Way.IN_AGAIN, 1).judge(told(false, true, 1));
        assertThat(ledger.inside(event)).isOne();
        door(DoorStep.Way.OUT, 1).judge(told(true, false, 2));
        assertThat(ledger.inside(event)).isZero();
        assertInconsistent(() -> door(DoorStep.Way.IN_AGAIN, 1).judge(told(true, true, 2)), "scan again: success true");
        assertInconsistent(() -> door(DoorStep.Way.IN_AGAIN, 1).judge(told(false, true, 2)), "2 entries after 1");
        assertInconsistent(() -> door(DoorStep.Way.IN, 0).judge(told(false, true, 1)), "check in: success false");
        assertInconsistent(() -> door(DoorStep.Way.OUT, 1).judge(told(true, true, 2)), "check out");
        assertError(() -> door(DoorStep.Way.OUT, 1).judge(reply(404, "{}")), "answered 404");
        assertThat(ledger.unsure()).isOne();
    }

    @Test
    void quote_is_the_sum() {
        QuoteStep step = new QuoteStep(event, Map.of(event.types().get(0), 3), Caller.TEST_KEY, claims);
        step.judge(reply(200, "{\"data\":{\"amount\":300,\"lines\":[{\"total\":300},{\"total\":0}]}}"));
        assertInconsistent(
                () -> step.judge(reply(200, "{\"data\":{\"amount\":299,\"lines\":[{\"total\":299}]}}")), "299");
        assertInconsistent(
                () -> step.judge(reply(200, "{\"data\":{\"amount\":300,\"lines\":[{\"total\":299}]}}")), "299");
    }

    @Test
    void customer_reads_as_it_was_answered() {
        Ledger.Customer unknown = new Ledger.Customer("c", null);
        CustomerStep change = new CustomerStep(unknown, "Bea", Caller.TEST_KEY, ledger, claims);
        change.judge(reply(200, "{\"data\":{\"name\":\"Bea\"}}"));
        Ledger.Customer changed = ledger.takeCustomer();
        assertThat(changed).isNotNull();
        CustomerStep read = new CustomerStep(changed, "", Caller.TEST_KEY, ledger, claims);
        read.judge(reply(200, "{\"data\":{\"name\":\"Bea\"}}"));
        assertInconsistent(
                () -> read.judge(reply(200, "{\"data\":{\"name\":\"Anna\"}}")), "not what the change answered");
        assertInconsistent(() -> change.judge(reply(200, "{\"data\":{\"name\":\"Anna\"}}")), "another name");
    }
}
