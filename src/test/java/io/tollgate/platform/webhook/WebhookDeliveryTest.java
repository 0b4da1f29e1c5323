package io.tollgate.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.webhook.WebhookReceiver.Delivery;
import io.tollgate.platform.webhook.WebhookReceiver.Response;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Deliveries from the change of a record to its receiver, on a clock that the tests move. */
class WebhookDeliveryTest extends WebhookScene {
    /** Both modes tell the change of a page: the second follows the first, and blocks nothing. */
    @Test
    void changesOfWhatBothModesShareArriveInBoth() {
        renameThePage();
        shop.settle();
        assertThat(names()).containsExactly("First", "Second", "First", "Second");
    }

    /** The deliveries of test mode wait for one of live mode that fails at first. */
    @Test
    void aDeliveryFollowsTheOneOfTheOtherMode() {
        renameThePage();
        receiver.answer(delivery -> Response.of(delivery.sequence() == 1 && delivery.attempt() == 1 ? 500 : 200));
        shop.settle();
        assertThat(names()).containsExactly("First");
        clock.advance(Duration.ofSeconds(6));
        shop.settle();
        assertThat(names()).containsExactly("First", "First", "Second", "First", "Second");
    }

    /** Renames the page of an event twice, which live and test mode tell. */
    private void renameThePage() {
        shop.event();
        shop.settle();
        shop.hook("/hook", "\"page.updated\"");
        String page = seller.live().get("/v1/events").json().at("/data/0/id").textValue();
        for (String name : List.of("First", "Second")) {
            seller.live()
                    .patch("/v1/events/" + page, "{\"name\": \"" + name + "\"}")
                    .expect(200);
        }
    }

    private List<String> names() {
        return receiver.deliveries().stream()
                .map(one -> one.json().at("/data").findValue("name").textValue())
                .toList();
    }

    @Test
    void eventsArriveSignedWithTheirRecords() throws Exception {
        TestShop.Shelf event = shop.event();
        shop.settle();
        JsonNode webhook = shop.hook("/hook", HookedShop.ALL);
        JsonNode booking = shop.book(event);
        shop.settle();
        List<Delivery> arrived = receiver.deliveries();
        assertThat(arrived.stream().map(Delivery::event))
                .containsExactlyInAnyOrder("customer.created", "booking.created", "booking.paid", "ticket.created");
        Delivery created = arrived.stream()
                .filter(one -> one.event().equals("booking.created"))
                .findFirst()
                .orElseThrow();
        assertThat(created.json().at("/data/booking")).isEqualTo(booking);
        assertThat(created.json().get("event_id")).isEqualTo(created.json().get("eventId"));
        assertThat(created.json().get("seller_id").textValue()).isEqualTo(seller.id());
        assertThat(created.headers())
                .containsEntry("x-source", "shop")
                .containsEntry("content-type", "application/json")
                .containsEntry("x-webhook-delivery-attempt", "1")
                .containsEntry("webhook-id", created.json().get("eventId").textValue());
        String text = webhook.get("secret").textValue();
        for (Delivery delivery : arrived) {
            String id = delivery.headers().get("webhook-id");
            Buffer body = Buffer.buffer(delivery.body());
            Map<String, String> expected =
                    Signature.headers(id, clock.now(), 1, body, new WebhookSecrets.Signers(List.of(text), List.of()));
            String signatures = delivery.headers().get("webhook-signature");
            assertThat(signatures).startsWith(expected.remove("webhook-signature") + " v1a,");
            assertThat(delivery.headers()).containsAllEntriesOf(expected);
            assertThat(SignatureTest.isSignedBy(
                            webhook.get("publicKey").textValue(), delivery.headers(), delivery.body()))
                    .isTrue();
        }
        JsonNode after = shop.read(webhook);
        assertThat(after.get("deliveryCount").intValue()).isEqualTo(4);
        assertThat(after.get("successCount").intValue()).isEqualTo(4);
        assertThat(after.get("failureCount").intValue()).isZero();
        assertThat(after.get("lastSuccessAt").isNull()).isFalse();
    }

    @Test
    void deliveriesAreNumberedAndNameTheDigestOfTheFormerOne() {
        TestShop.Shelf event = shop.event();
        shop.hook("/hook", HookedShop.ALL);
        for (int i = 0; i < 5; i++) {
            shop.book(event);
            shop.settle();
        }
        receiver.requireNumbers(20);
    }

    @Test
    void theNextEventOfARecordWaitsForTheFormerAndOthersPass() {
        TestShop.Shelf event = shop.event();
        shop.settle();
        shop.hook("/hook", "\"booking.created\", \"booking.paid\"");
        JsonNode first = shop.book(event);
        JsonNode second = shop.book(event);
        receiver.answer(delivery -> Response.of(
                delivery.recordId().equals(first.get("id").textValue()) && delivery.attempt() == 1 ? 500 : 200));
        shop.settle();
        assertThat(receiver.deliveries().stream()
                        .filter(one -> one.recordId().equals(second.get("id").textValue()))
                        .map(Delivery::event))
                .containsExactly("booking.created", "booking.paid");
        assertThat(receiver.deliveries().stream()
                        .filter(one -> one.recordId().equals(first.get("id").textValue()))
                        .map(Delivery::event))
                .containsExactly("booking.created");
        receiver.forget();
        receiver.answer(delivery -> Response.of(200));
        clock.advance(Duration.ofSeconds(6));
        shop.settle();
        assertThat(receiver.deliveries().stream().map(one -> one.event() + " " + one.attempt()))
                .containsExactly("booking.created 2", "booking.paid 1");
    }

    @Test
    void aWebhookOfATestKeyGetsTestEventsOnly() {
        TestShop.Shelf event = shop.event();
        shop.settle();
        shop.hook(seller.test(), "/hook", "\"booking.created\"");
        shop.book(event);
        shop.settle();
        gateway.settle(seller.scope(false));
        assertThat(receiver.deliveries()).isEmpty();
    }

    @Test
    void aWebhookOfAPageGetsTheEventsOfThePage() {
        TestShop.Shelf one = shop.event();
        TestShop.Shelf two = shop.event();
        shop.settle();
        seller.live()
                .post(
                        "/v1/webhooks",
                        "{\"name\": \"Page\", \"url\": \"" + receiver.url("/page")
                                + "\", \"events\": [\"booking.created\"], \"pageId\": \"" + one.id() + "\"}")
                .expect(201);
        JsonNode wanted = shop.book(one);
        shop.book(two);
        shop.settle();
        assertThat(receiver.deliveries().stream().map(Delivery::recordId))
                .containsExactly(wanted.get("id").textValue());
    }

    @Test
    void aDeliveryThatWasClaimedAndNotRecordedIsSentAgain() {
        TestShop.Shelf event = shop.event();
        shop.settle();
        shop.hook("/hook", HookedShop.ALL);
        shop.book(event);
        gateway.numberEvents(seller.scope(true));
        shop.settle();
        // As after a crash between the response and its record: the lease of the claim ends.
        int rows = TestSeller.rows(
                        "UPDATE webhook_delivery SET state = 'PENDING', ended_at = NULL, due_at = $2"
                                + " WHERE seller_id = $1 AND type = 'booking.created' RETURNING id",
                        seller.id(),
                        clock.now().plusSeconds(90).atOffset(ZoneOffset.UTC))
                .size();
        assertThat(rows).isEqualTo(1);
        receiver.forget();
        shop.settle();
        assertThat(receiver.deliveries()).isEmpty();
        clock.advance(Duration.ofSeconds(91));
        shop.settle();
        assertThat(receiver.deliveries().stream().map(Delivery::attempt)).containsExactly(2);
    }

    @Test
    void theReceiverGetsEachEventOfTheFeed() {
        TestShop.Shelf event = shop.event();
        shop.hook("/hook", HookedShop.ALL);
        shop.settle();
        receiver.forget();
        int[] count = {0};
        receiver.answer(delivery -> Response.of(count[0]++ % 3 == 0 ? 0 : 200));
        Set<String> booked = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            booked.add(shop.book(event).get("id").textValue());
            shop.settle();
        }
        receiver.answer(delivery -> Response.of(200));
        for (int i = 0; i < 8; i++) {
            clock.advance(Duration.ofHours(6));
            shop.settle();
        }
        Set<String> fed = shop.fed();
        assertThat(booked).hasSize(10);
        assertThat(fed).hasSize(40);
        assertThat(receiver.eventIds()).isEqualTo(fed);
    }
}
