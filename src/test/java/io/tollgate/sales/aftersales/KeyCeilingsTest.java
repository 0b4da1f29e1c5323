package io.tollgate.sales.aftersales;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.McpClient;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a key may give away: the ceilings of its refunds and complimentary tickets. */
class KeyCeilingsTest extends CardOrders {
    private static final String KEYS = "/v1/api-keys";
    private static final String TICKETS = "{'complimentaryTickets': 5}";

    private JsonNode key(TestApi from, String ceilings, String more) {
        String body = "{'label': 'Agent', 'preset': 'full', " + more + "'ceilings': " + ceilings + "}";
        return from.post(KEYS, body.replace('\'', '"')).expect(201).json().get("data");
    }

    private TestApi with(String ceilings) {
        return api(key(api, ceilings, ""));
    }

    private TestApi api(JsonNode key) {
        return shop.gateway().api(key.get("key").textValue());
    }

    private static Reply refund(TestApi as, JsonNode payment, long amount, String query) {
        return as.post("/v1/payments/" + id(payment) + "/refund" + query, "{\"amount\": " + amount + "}");
    }

    private TestShop.Shelf event() {
        return shop.event("", "", "{'name': 'Seat', 'pricing': 'paid', 'price': 1000, 'capacity': 100}");
    }

    private static Reply give(TestApi as, TestShop.Shelf event, int seats) {
        return as.post("/v1/bookings", TestShop.booking(event, "guest@example.com", seats, "\"complimentary\": true,"));
    }

    private static void assertReached(Reply reply, String ceiling, String left) {
        assertThat(code(reply, 403)).isEqualTo("ceiling_reached");
        assertThat(reply.json().at("/errors/0/param").textValue()).isEqualTo("ceilings." + ceiling);
        assertThat(reply.json().get("message").textValue()).contains("leaves " + left + ";");
    }

    @Test
    void refunds_stay_below_the_ceilings() {
        TestApi agent = with("{'refundAmount': [{'currency': 'eur', 'perRefund': 500, 'perDay': 800}]}");
        JsonNode payment = payment(VISA);
        assertReached(refund(agent, payment, 501, ""), "refundAmount.perRefund", "500 eur each");
        assertReached(refund(agent, payment, 501, "?dryRun=true"), "refundAmount.perRefund", "500 eur each");
        refund(agent, payment, 500, "?dryRun=true").expect(200);
        refund(agent, payment, 500, "").expect(200);
        assertReached(refund(agent, payment, 301, "?dryRun=true"), "refundAmount.perDay", "300 eur today");
        assertReached(refund(agent, payment, 301, ""), "refundAmount.perDay", "300 eur today");
        refund(agent, payment, 300, "").expect(200);
        assertReached(refund(agent, payment, 1, ""), "refundAmount.perDay", "0 eur today");
        assertThat(refundedAtProcessor()).isEqualTo(800);
        assertThat(refund(payment, "{}")
                        .expect(200)
                        .json()
                        .at("/data/amountRefunded")
                        .asLong())
                .as("a key without ceilings")
                .isEqualTo(2_000);
    }

    @Test
    void a_currency_that_is_not_listed_cannot_be_refunded() {
        TestApi agent = with("{'refundAmount': [{'currency': 'usd'}]}");
        assertReached(refund(agent, recorded(), 1, ""), "refundAmount", "0 eur");
    }

    @Test
    void concurrent_bookings_never_exceed_the_ceiling() {
        TestApi agent = with(TICKETS);
        TestShop.Shelf event = event();
        List<Reply> replies = Parallel.times(12, number -> give(agent, event, 1));
        assertThat(replies).filteredOn(reply -> reply.status() == 201).hasSize(5);
        assertThat(replies)
                .filteredOn(reply -> reply.status() != 201)
                .allSatisfy(reply -> assertReached(reply, "complimentaryTickets", "0 tickets today"));
        assertThat(api.get("/v1/tickets?pageId=" + event.id()).total()).isEqualTo(5);
        agent.post(
                        "/v1/bookings",
                        TestShop.booking(
                                event, "b@example.com", 9, "\"paymentOption\": " + "{\"manualType\": \"invoice\"},"))
                .expect(201);
    }

    /** Control: without the counted uses, more tickets than the ceiling are given away. */
    @Test
    void without_the_count_more_tickets_are_given_away() {
        TestApi agent = with(TICKETS);
        TestShop.Shelf event = event();
        give(agent, event, 5).expect(201);
        give(agent, event, 1).expect(403);
        String seller = shop.seller().id();
        assertThatThrownBy(() -> TestSeller.rows("UPDATE key_ceiling_use SET used = 6 WHERE seller_id = $1", seller))
                .hasMessageContaining("key_ceiling_use_within");
        TestSeller.rows("UPDATE key_ceiling_use SET used = 0 WHERE seller_id = $1", seller);
        give(agent, event, 5).expect(201);
        assertThat(api.get("/v1/tickets?pageId=" + event.id()).total()).isEqualTo(10);
    }

    @Test
    void a_refused_booking_does_not_count() {
        TestApi agent = with(TICKETS);
        TestShop.Shelf event = event();
        give(agent, event, 101).expect(403);
        TestShop.Shelf full = shop.event("", "", "{'name': 'Seat', 'pricing': 'free', 'capacity': 1}");
        give(agent, full, 2).expect(409);
        give(agent, event, 5).expect(201);
    }

    @Test
    void days_are_those_of_the_account() {
        api.patch("/v1/account", "{\"timezone\": \"Europe/Berlin\"}").expect(200);
        TestApi agent = api(key(api, TICKETS, "'livemode': false, "));
        TestApi test = shop.seller().test();
        TestShop.Shelf event = event();
        test.post("/v1/test-clock", "{\"to\": \"2030-01-10T22:30:00Z\"}").expect(200);
        give(agent, event, 5).expect(201);
        give(agent, event, 1).expect(403);
        test.post("/v1/test-clock", "{\"to\": \"2030-01-10T23:30:00Z\"}").expect(200);
        give(agent, event, 5).expect(201);
    }

    @Test
    void agents_learn_of_a_ceiling_from_the_preview() {
        McpClient agent = new McpClient(with(TICKETS));
        String booking = TestShop.booking(event(), "guest@example.com", 6, "\"complimentary\": true,");
        JsonNode result = agent.call("create_booking", booking);
        assertThat(result.get("isError").booleanValue()).isTrue();
        assertThat(result.at("/content/0/text").textValue()).contains("ceiling_reached", "leaves 5 tickets today");
    }

    @Test
    void a_key_gives_no_higher_ceilings_than_its_own() {
        String own = "{'refundAmount': [{'currency': 'eur', 'perRefund': 500, 'perDay': 800}],"
                + " 'complimentaryTickets': 5}";
        TestApi agent = with(own);
        JsonNode inherited = agent.post(KEYS, "{\"label\": \"a\", \"preset\": \"full\"}")
                .expect(201)
                .json()
                .get("data");
        assertThat(inherited.get("ceilings")).isEqualTo(TestApi.json(own.replace('\'', '"')));
        String higher = "{'label': 'b', 'preset': 'full', 'ceilings': {'refundAmount': [{'currency': 'eur',"
                + " 'perRefund': 501}, {'currency': 'usd'}], 'complimentaryTickets': 6}}";
        assertThat(agent.post(KEYS, higher.replace('\'', '"')).expect(400).problems())
                .containsExactlyInAnyOrder(
                        "ceilings.refundAmount[0].perRefund",
                        "ceilings.refundAmount[1].currency",
                        "ceilings.complimentaryTickets");
        String free = KEYS + "/" + id(key(api, "null", ""));
        assertThat(code(agent.patch(free, "{\"label\": \"c\"}"), 403)).isEqualTo("higher_ceiling");
        assertThat(code(agent.post(free + "/roll", "{}"), 403)).isEqualTo("higher_ceiling");
        assertThat(code(agent.send("DELETE", free, Map.of()), 403)).isEqualTo("higher_ceiling");
        JsonNode lower = agent.patch(KEYS + "/" + id(inherited), "{\"ceilings\": {\"complimentaryTickets\": 2}}")
                .expect(200)
                .json()
                .get("data");
        assertThat(lower.at("/ceilings/complimentaryTickets").asLong()).isEqualTo(2);
        assertThat(lower.at("/ceilings/refundAmount/0/perDay").asLong()).isEqualTo(800);
    }

    @Test
    void keys_that_a_key_creates_or_rolls_share_its_ceilings() {
        JsonNode first = key(api, TICKETS, "");
        TestShop.Shelf event = event();
        JsonNode created = key(api(first), TICKETS, "");
        JsonNode rolled = api(first)
                .post(KEYS + "/" + id(created) + "/roll", "{}")
                .expect(201)
                .json()
                .get("data");
        JsonNode replaced = api.post(KEYS + "/" + id(first) + "/roll", "{}")
                .expect(201)
                .json()
                .get("data");
        assertThat(replaced.get("ceilings")).isEqualTo(first.get("ceilings"));
        give(api(first), event, 2).expect(201);
        give(api(created), event, 1).expect(201);
        give(api(rolled), event, 1).expect(201);
        give(api(replaced), event, 1).expect(201);
        for (JsonNode key : List.of(first, created, rolled, replaced)) {
            assertReached(give(api(key), event, 1), "complimentaryTickets", "0 tickets today");
        }
        give(with(TICKETS), event, 5).expect(201);
    }

    @Test
    void changes_are_audited() {
        JsonNode key = key(api, TICKETS, "");
        assertThat(key.at("/ceilings/refundAmount")).isEmpty();
        api.patch(KEYS + "/" + id(key), "{\"ceilings\": null}").expect(200);
        JsonNode entry =
                api.get("/v1/audit-log?recordId=" + id(key)).expect(200).json().at("/data/0");
        assertThat(entry.toString()).contains("\"ceilings\"", "complimentaryTickets");
        assertThat(api.get(KEYS + "/" + id(key)).json().at("/data/ceilings").isNull())
                .isTrue();
    }
}
