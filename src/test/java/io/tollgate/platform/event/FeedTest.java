package io.tollgate.platform.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.RowExpiry;
import io.tollgate.support.Buyer;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestFeed;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The feed over HTTP: what a seller learns of purchases and of changes by a key, and how it is read. */
class FeedTest {
    private final TestShop shop = TestShop.open();
    private final TestSeller seller = shop.seller();
    private final TestFeed live = new TestFeed(seller, shop.gateway(), true);
    private final TestFeed test = new TestFeed(seller, shop.gateway(), false);

    private JsonNode book(String email) {
        TestShop.Shelf event = shop.event("", "", "{'name': 'Seat', 'price': 2500, 'capacity': 5}");
        return seller.live()
                .post("/v1/bookings", TestShop.booking(event, email, 2, "\"complimentary\": true,"))
                .expect(201)
                .json()
                .get("data");
    }

    private static JsonNode of(List<JsonNode> events, String type) {
        return events.stream()
                .filter(event -> event.get("event").textValue().equals(type))
                .findFirst()
                .orElseThrow();
    }

    private TestApi.Reply read(String query) {
        return seller.live().get("/v1/feed" + query);
    }

    @Test
    void aBookingIsToldWithItsTicketsAndItsCustomer() {
        JsonNode booking = book("ada@example.com");
        List<JsonNode> events = live.events();
        assertThat(events.stream().map(event -> event.get("event").textValue()))
                .containsExactlyInAnyOrder(
                        "page.created",
                        "customer.created",
                        "booking.created",
                        "booking.paid",
                        "ticket.created",
                        "ticket.created",
                        "invoice.created");
        JsonNode created = of(events, "booking.created");
        assertThat(created.at("/data/booking")).isEqualTo(booking);
        assertThat(created.at("/actor/type").textValue()).isEqualTo("api_key");
        assertThat(created.at("/actor/id").textValue()).isNotEmpty();
        assertThat(created.get("recordId")).isEqualTo(booking.get("id"));
        assertThat(events.stream().map(event -> event.get("position").longValue()))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, events.size()).boxed().toList());
        assertThat(test.types()).containsExactly("page.created");
        JsonNode one =
                read("/" + created.get("eventId").textValue()).expect(200).json();
        assertThat(one.get("data")).isEqualTo(created);
    }

    @Test
    void aPurchaseIsToldWithTheBuyerAsActor() {
        String path = shop.product(1900).path();
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        Buyer.Shown order = ada.order(path).expect(303);
        assertThat(ada.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you");
        List<JsonNode> events = live.events();
        assertThat(events.stream().map(event -> event.get("event").textValue()))
                .containsExactlyInAnyOrder(
                        "page.created", "customer.created", "invoice.created", "payment.created", "payment.paid");
        JsonNode paid = of(events, "payment.paid");
        assertThat(paid.at("/actor/type").textValue()).isEqualTo("buyer");
        assertThat(paid.at("/data/payment"))
                .isEqualTo(seller.live().get("/v1/payments").json().at("/data/0"));
    }

    @Test
    void aRefundIsToldWithItsCreditNote() {
        String path = shop.product(1900).path();
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        Buyer.Shown order = ada.order(path).expect(303);
        assertThat(ada.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you");
        long before = live.events().size();
        String id = seller.live().get("/v1/payments").ids().get(0);
        seller.live()
                .post("/v1/payments/" + id + "/refund", "{\"amount\": 500}")
                .expect(200);
        List<JsonNode> events =
                live.events().subList((int) before, live.events().size());
        assertThat(events.stream().map(event -> event.get("event").textValue()))
                .contains("refund.created", "credit_note.created", "payment.updated", "payment.refunded")
                .doesNotHaveDuplicates();
        JsonNode credited = of(events, "credit_note.created").at("/data/refund");
        assertThat(credited.get("status").textValue()).isEqualTo("succeeded");
        assertThat(credited.get("amount").longValue()).isEqualTo(500);
        assertThat(credited.get("chargeId").textValue()).isEqualTo(id);
        assertThat(credited.get("creditNoteNumber").textValue()).startsWith("CN-");
        assertThat(of(events, "payment.refunded")
                        .at("/data/payment/amountRefunded")
                        .longValue())
                .isEqualTo(500);
    }

    @Test
    void theFeedIsFilteredAndPaged() {
        JsonNode booking = book("ada@example.com");
        String customer = booking.get("customerId").textValue();
        seller.live()
                .patch("/v1/customers/" + customer, "{\"name\": \"Ada King\"}")
                .expect(200);
        assertThat(live.types()).hasSize(8).last().isEqualTo("customer.updated");
        JsonNode ofCustomer = read("?recordId=" + customer).expect(200).json();
        assertThat(ofCustomer.get("data").findValuesAsText("event"))
                .containsExactly("customer.created", "customer.updated");
        assertThat(ofCustomer.get("next").longValue()).isEqualTo(8);
        JsonNode tickets = read("?types=ticket.created,customer.updated&limit=2")
                .expect(200)
                .json();
        assertThat(tickets.get("data").findValuesAsText("event")).containsOnly("ticket.created");
        assertThat(tickets.get("has_more").booleanValue()).isTrue();
        JsonNode rest = read("?types=ticket.created,customer.updated&after="
                        + tickets.get("next").longValue())
                .expect(200)
                .json();
        assertThat(rest.get("data").findValuesAsText("event")).containsExactly("customer.updated");
        assertThat(rest.get("has_more").booleanValue()).isFalse();
    }

    @Test
    void wrongParametersAreNamedTogether() {
        assertThat(read("?after=-1&types=payment.payed&wait=31&limit=0&recordId=x&form=1")
                        .expect(400)
                        .problems())
                .containsExactlyInAnyOrder("after", "types", "wait", "limit", "recordId", "form");
        assertThat(read("?types=payment.payed").expect(400).body()).contains("did you mean payment.paid?");
    }

    @Test
    void listsNameTheFeedToWhoLooksForChanges() {
        assertThat(seller.live()
                        .get("/v1/payments?updatedAfter=2026-01-01T00:00:00Z&updated_since=1")
                        .expect(400)
                        .body())
                .contains("GET /v1/feed returns what has changed");
    }

    @Test
    void aPositionThatWasNeverGivenIsRefused() {
        assertThat(read("?after=1").expect(410).body()).contains("position_unknown", "after=0");
        read("?after=0").expect(200);
    }

    @Test
    void anExpiredPositionIsRefusedWithTheFirstThatExists() {
        book("ada@example.com");
        assertThat(live.events()).hasSize(7);
        TestSeller.rows(
                "UPDATE event SET created_at = created_at - interval '91 days' WHERE seller_id = $1 AND position <= 4",
                seller.id());
        TestSeller.await(new RowExpiry(TestSeller.database(), Clock.SYSTEM, Feed.expiry(new EventSettings(90)))
                .expire(seller.id()));
        assertThat(read("?after=2").expect(410).body()).contains("position_expired", "after=4");
        assertThat(read("?after=4").expect(200).json().get("data")).hasSize(3);
        assertThat(read("").expect(200).json().get("data")).hasSize(3);
        assertThat(TestSeller.rows("SELECT FROM reported_change WHERE seller_id = $1", seller.id())
                        .size())
                .isEqualTo(3);
    }

    @Test
    void aWaitingRequestIsAnsweredAsSoonAsThereIsAnEvent() {
        CompletableFuture<TestApi.Reply> waiting = CompletableFuture.supplyAsync(() -> read("?wait=30"));
        assertThat(waiting).isNotDone();
        book("ada@example.com");
        shop.gateway().numberEvents(seller.scope(true));
        assertThat(waiting.join().expect(200).json().get("data")).isNotEmpty();
    }

    @Test
    @SecondStage
    void aWaitIsAnsweredBeforeTheServerClosesAnIdleConnection() {
        try (TestGateway impatient = TestGateway.startPatient(Map.of("limits.idleTimeoutSeconds", "3"))) {
            JsonNode page = impatient
                    .seller()
                    .live()
                    .get("/v1/feed?wait=30")
                    .expect(200)
                    .json();
            assertThat(page.get("data")).isEmpty();
        }
    }

    @Test
    void anEventOfAnotherSellerOrModeIsNotFound() {
        book("ada@example.com");
        String id = live.events().get(0).get("eventId").textValue();
        seller.test().get("/v1/feed/" + id).expect(404);
        shop.gateway().seller().live().get("/v1/feed/" + id).expect(404);
        assertThat(shop.gateway()
                        .seller()
                        .live()
                        .get("/v1/feed")
                        .expect(200)
                        .json()
                        .get("data"))
                .isEmpty();
    }
}
