package io.tollgate.app.testclock;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Eventually;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.OwnShop;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One test clock and two gateways, one of which has little time for each request. */
class TestClockNodesTest {
    private static final String CLOCK = "/v1/test-clock";
    private static final String VISA = "4242424242424242";
    private static final String CLOCKS = "test clocks: ";

    /** A move stops after three quarters of it. */
    private static final Map<String, String> HASTY =
            Map.of("limits.requestTimeoutMillis", "4000", "processor.callTimeoutMillis", "3000");

    private static OwnShop shop;
    private static TestGateway second;
    private static int sellers;

    private String seller;
    private TestApi live;
    private TestApi first;
    private TestApi other;

    @BeforeAll
    static void open() {
        shop = OwnShop.open(Map.of());
        Map<String, String> settings = new HashMap<>(TestGateway.PATIENT);
        settings.putAll(HASTY);
        settings.put("database.url", shop.databaseUrl());
        second = TestGateway.start(settings);
    }

    @AfterAll
    static void close() {
        second.close();
        shop.close();
    }

    @BeforeEach
    void seller() {
        seller = "clock-" + ++sellers;
        live = shop.gateway()
                .api(shop.gateway().keys().create(seller, true, "test").key());
        String key = shop.gateway().keys().create(seller, false, "test").key();
        first = shop.gateway().api(key);
        other = second.api(key);
        shop.gateway().accounts().connectSimulator(seller);
    }

    @AfterEach
    void doctor() {
        assertThat(shop.violations()).isEmpty();
    }

    private String page(String settings, String price) {
        String body = "{'name': 'Box', 'testmode': true, " + settings + " 'productData': {'title': 'Box', 'prices':"
                + " [{'amount': 1000, 'currency': 'eur'" + price + "}]}}";
        JsonNode page = live.post("/v1/checkout-pages", body.replace('\'', '"'))
                .expect(201)
                .json()
                .get("data");
        return "/s/" + seller + "/" + page.get("slug").textValue();
    }

    /** Buys a monthly subscription and returns the start of its first period. */
    private Instant subscribe() {
        String page = page("", ", 'recurring': {'interval': 'month', 'intervalCount': 1}");
        buy(page, "ada@example.com");
        return Instant.parse(first.get("/v1/subscriptions")
                .expect(200)
                .json()
                .at("/data/0/currentPeriodStart")
                .textValue());
    }

    private static Reply move(TestApi api, String body) {
        return api.post(CLOCK, body.replace('\'', '"'));
    }

    private Instant testTime() {
        return Instant.parse(first.get(CLOCK).expect(200).json().get("testTime").textValue());
    }

    private List<Instant> charged() {
        List<Instant> times = new ArrayList<>();
        String after = "";
        while (true) {
            JsonNode page = first.get("/v1/subscription-payments?limit=100" + after)
                    .expect(200)
                    .json();
            page.get("data")
                    .forEach(payment ->
                            times.add(Instant.parse(payment.get("createdAt").textValue())));
            if (!page.get("has_more").booleanValue()) {
                return times.stream().sorted().toList();
            }
            after = "&starting_after="
                    + page.at("/data/" + (page.get("data").size() - 1) + "/id").textValue();
        }
    }

    private static List<Instant> months(Instant start, int count) {
        ZonedDateTime begin = start.atZone(ZoneOffset.UTC);
        return IntStream.range(0, count)
                .mapToObj(month -> begin.plusMonths(month).toInstant())
                .toList();
    }

    @Test
    void twoGatewaysMoveOneClock() {
        Instant start = subscribe();
        Instant before = testTime();
        List<Reply> replies = Parallel.times(6, i -> move(i % 2 == 0 ? first : other, "{'advance': 'P2M'}"));
        assertThat(replies).allSatisfy(reply -> assertThat(reply.status()).isIn(200, 409));
        assertThat(replies).anyMatch(reply -> reply.status() == 200);
        Instant to = before.plus(Duration.ofDays(800));
        TestApi[] turns = {first, other};
        for (int turn = 0; testTime().isBefore(to); turn++) {
            assertThat(turn).isLessThan(50);
            move(turns[turn % 2], "{'to': '" + to + "'}");
        }
        int expected = (int) (ChronoUnit.MONTHS.between(
                        start.atZone(ZoneOffset.UTC), testTime().atZone(ZoneOffset.UTC))
                + 1);
        assertThat(charged()).containsExactlyElementsOf(months(start, expected));
    }

    /** The gateway that moved the clock stopped after the renewal was due and before it happened. */
    @Test
    void abandonedMoveIsFinishedByAnotherGateway() throws SQLException {
        Instant start = subscribe();
        String ofSeller = " WHERE seller_id = (SELECT id FROM seller WHERE name = '" + seller + "')";
        assertThat(move(first, "{'advance': 'PT1M'}").status()).isEqualTo(200);
        shop.run("UPDATE test_clock SET offset_millis = offset_millis + 40 * 86400000::bigint, move_id = 'stopped',"
                + " moving_until = now() + interval '1 hour'" + ofSeller);
        assertThat(move(other, "{'advance': 'P1M'}")
                        .expect(409)
                        .json()
                        .get("code")
                        .textValue())
                .isEqualTo("test_clock_moving");
        assertThat(charged()).as("while the lease lasts").hasSize(1);
        shop.run("UPDATE test_clock SET moving_until = now()" + ofSeller);
        assertThat(Eventually.isTrue(() -> charged().size() == 2)).isTrue();
        assertThat(charged()).containsExactlyElementsOf(months(start, 2));
        assertThat(noted(ofSeller)).as("after the move").isEmpty();
        JsonNode moved = move(other, "{'advance': 'P1M'}").expect(200).json();
        assertThat(moved.get("complete").booleanValue()).isTrue();
        assertThat(charged()).containsExactlyElementsOf(months(start, 3));
    }

    /** Control: what happens while the lease lasts is part of the move. */
    @Test
    void eventsAreNotedWhileAMoveRunsAndNotAfterItIsAbandoned() throws SQLException {
        String page = page("", ", 'recurring': {'interval': 'month', 'intervalCount': 1}");
        assertThat(move(first, "{'advance': 'PT1M'}").status()).isEqualTo(200);
        String ofSeller = " WHERE seller_id = (SELECT id FROM seller WHERE name = '" + seller + "')";
        shop.run("UPDATE test_clock SET move_id = 'stopped', moving_until = now() + interval '1 hour'" + ofSeller);
        buy(page, "ada@example.com");
        List<String> during = noted(ofSeller);
        assertThat(during).isNotEmpty();
        shop.run("UPDATE test_clock SET moving_until = now()" + ofSeller);
        buy(page, "bob@example.com");
        assertThat(noted(ofSeller)).isEqualTo(during);
    }

    private static void buy(String page, String email) {
        Buyer buyer = shop.buyer(email);
        Shown order = buyer.order(page).expect(303);
        assertThat(buyer.pay(order.path(), VISA)).isEqualTo("succeeded");
        buyer.comeBack(order.path());
    }

    /** Returns the types of the events of a seller. */
    private static List<String> noted(String ofSeller) throws SQLException {
        try (Connection look = shop.connect()) {
            return FirstColumn.of(look, "SELECT type FROM test_clock_event" + ofSeller + " ORDER BY number");
        }
    }

    @Test
    void incompleteMoveSaysWhereTheClockStandsAndGoesOn() {
        Instant start = subscribe();
        JsonNode moved = move(other, "{'advance': 'P9Y'}").expect(200).json();
        String target = moved.get("target").textValue();
        int calls = 1;
        while (!moved.get("complete").booleanValue()) {
            assertThat(calls++).isLessThan(100);
            assertThat(testTime())
                    .isAfterOrEqualTo(Instant.parse(moved.get("testTime").textValue()));
            moved = move(first, "{'to': '" + target + "'}").expect(200).json();
        }
        assertThat(charged()).containsExactlyElementsOf(months(start, 9 * 12 + 1));
    }

    @Test
    void couponExpiresAtTheTestTime() {
        Instant end = testTime().plus(Duration.ofDays(10));
        String coupon =
                "{'label': 'Half', 'code': 'HALF', 'percentOff': 50, 'duration': 'once', 'redeemBy': '" + end + "'}";
        live.post("/v1/coupons", coupon.replace('\'', '"')).expect(201);
        String page = page("'showCouponCodeField': true,", "");
        Map<String, String> code = Map.of("couponCode", "HALF");
        assertThat(move(first, "{'advance': 'P9D'}").status()).isEqualTo(200);
        shop.buyer("ada@example.com").order(page, code).expect(303);
        assertThat(move(first, "{'advance': 'P2D'}").status()).isEqualTo(200);
        assertThat(shop.buyer("bob@example.com").order(page, code).expect(422).html())
                .contains("HALF");
    }

    @Test
    void saleOfTicketsBeginsAtTheTestTime() {
        Instant start = testTime().plus(Duration.ofDays(10));
        String event = "{'name': 'Concert', 'locale': 'en-US', 'testmode': true, 'eventDetails': {'currency': 'eur',"
                + " 'location': 'Town hall', 'timezone': 'Europe/Berlin', 'startDate': '2036-09-18T18:00:00Z',"
                + " 'endDate': '2036-09-18T20:30:00Z'}, 'ticketGroups': [{'name': 'Hall', 'ticketTypes': [{'name':"
                + " 'Seat', 'price': 1000, 'availabilityBehavior': 'date_time_based', 'saleStartOn': '" + start
                + "'}]}]}";
        JsonNode record = live.post("/v1/events", event.replace('\'', '"'))
                .expect(201)
                .json()
                .get("data");
        String path = "/s/" + seller + "/" + record.get("slug").textValue();
        String input =
                "tickets." + record.at("/ticketGroups/0/ticketTypes/0/id").textValue();
        assertThat(shop.buyer("ada@example.com").get(path).expect(200).html()).doesNotContain(input);
        assertThat(move(first, "{'advance': 'P11D'}").status()).isEqualTo(200);
        shop.buyer("ada@example.com").order(path, Map.of(input, "1")).expect(303);
    }

    /** Control: the doctor finds clocks and events that belong to nothing. */
    @Test
    void lostEventsAreFound() throws SQLException {
        shop.run("INSERT INTO test_clock_event (seller_id, type, record_id, happened_at)"
                + " VALUES ('nobody', 'order.expired', 'none', now())");
        assertThat(shop.violations()).anyMatch(line -> line.contains(CLOCKS + "an event"));
        shop.run("INSERT INTO test_clock (seller_id, updated_at) VALUES ('nobody', now())");
        assertThat(shop.violations())
                .noneMatch(line -> line.contains(CLOCKS + "an event"))
                .anyMatch(line -> line.contains(CLOCKS + "each"));
        shop.run("UPDATE test_clock_event SET happened_at = now() + interval '1 hour' WHERE seller_id = 'nobody'");
        assertThat(shop.violations()).anyMatch(line -> line.contains(CLOCKS + "an event"));
        shop.run("DELETE FROM test_clock_event WHERE seller_id = 'nobody'");
        shop.run("DELETE FROM test_clock WHERE seller_id = 'nobody'");
    }
}
