package io.tollgate.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.webhook.WebhookReceiver.Delivery;
import io.tollgate.platform.webhook.WebhookReceiver.Response;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What Tollgate does when a receiver fails, is overloaded, or is gone. */
class WebhookFailureTest extends WebhookScene {
    @Test
    void aDeliveryIsGivenUpAfterTenAttempts() {
        TestShop.Shelf event = shop.event();
        shop.settle();
        JsonNode webhook = shop.hook("/hook", "\"booking.created\"");
        receiver.answer(delivery -> Response.of(delivery.sequence() == 1 ? 302 : 200));
        shop.book(event);
        shop.settle();
        for (int i = 0; i < 12; i++) {
            clock.advance(Duration.ofHours(27));
            shop.book(event);
            shop.settle();
        }
        List<Integer> attempts = receiver.deliveries().stream()
                .filter(one -> one.sequence() == 1)
                .map(Delivery::attempt)
                .toList();
        assertThat(attempts).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        JsonNode after = shop.read(webhook);
        assertThat(after.get("failureCount").intValue()).isEqualTo(1);
        assertThat(after.get("status").textValue()).isEqualTo("active");
    }

    @Test
    void aWebhookFailsAfterFiveDaysWithoutASuccess() {
        TestShop.Shelf event = shop.event();
        shop.settle();
        JsonNode webhook = shop.hook("/hook", "\"booking.created\"");
        receiver.answer(delivery -> Response.of(0));
        for (int day = 0; day < 6; day++) {
            assertThat(shop.read(webhook).get("status").textValue()).isEqualTo("active");
            shop.book(event);
            shop.settle();
            clock.advance(Duration.ofDays(1));
        }
        shop.book(event);
        shop.settle();
        JsonNode failed = shop.read(webhook);
        assertThat(failed.get("status").textValue()).isEqualTo("failed");
        assertThat(failed.get("failureCount").intValue()).isPositive();
        receiver.forget();
        receiver.answer(delivery -> Response.of(200));
        shop.book(event);
        shop.settle();
        assertThat(receiver.deliveries()).isEmpty();
        seller.live()
                .patch("/v1/webhooks/" + webhook.get("id").textValue(), "{\"status\": \"active\"}")
                .expect(200);
        JsonNode next = shop.book(event);
        shop.settle();
        assertThat(receiver.deliveries().stream().map(Delivery::recordId))
                .containsExactly(next.get("id").textValue());
    }

    @Test
    void goneDisablesAWebhook() {
        TestShop.Shelf event = shop.event();
        shop.settle();
        JsonNode webhook = shop.hook("/hook", "\"booking.created\", \"booking.paid\"");
        receiver.answer(delivery -> Response.of(410));
        shop.book(event);
        shop.settle();
        assertThat(shop.read(webhook).get("status").textValue()).isEqualTo("failed");
        assertThat(receiver.deliveries()).hasSize(1);
        clock.advance(Duration.ofDays(1));
        shop.settle();
        assertThat(receiver.deliveries()).hasSize(1);
    }

    @Test
    void anOverloadedReceiverGetsNothingUntilItsRetryAfter() {
        TestShop.Shelf event = shop.event();
        shop.settle();
        shop.hook("/hook", "\"booking.created\"");
        receiver.answer(delivery -> Response.retryAfter(429, 600));
        shop.book(event);
        shop.settle();
        receiver.answer(delivery -> Response.of(200));
        receiver.forget();
        shop.book(event);
        clock.advance(Duration.ofSeconds(599));
        shop.settle();
        assertThat(receiver.deliveries()).isEmpty();
        clock.advance(Duration.ofSeconds(120));
        shop.settle();
        assertThat(receiver.deliveries()).hasSize(2);
    }

    /** A webhook can have few events: the last success may be long ago. */
    @Test
    void aWebhookDoesNotFailAtTheFirstAttemptOfAnEvent() {
        TestShop.Shelf event = shop.event();
        shop.settle();
        JsonNode webhook = shop.hook("/hook", "\"booking.created\"");
        TestSeller.rows(
                "UPDATE webhook_state SET failing_since = $2 WHERE seller_id = $1",
                seller.id(),
                clock.now().minus(Duration.ofDays(6)).atOffset(ZoneOffset.UTC));
        receiver.answer(delivery -> Response.of(500));
        shop.book(event);
        shop.settle();
        assertThat(shop.read(webhook).get("status").textValue()).isEqualTo("active");
        clock.advance(Duration.ofSeconds(6));
        shop.settle();
        assertThat(shop.read(webhook).get("status").textValue()).isEqualTo("failed");
    }

    /** Postgres cannot store a NUL, and the message about an invalid response quotes it. */
    @Test
    void anInvalidResponseIsAFailureWithoutControlCharacters() {
        TestShop.Shelf event = shop.event();
        shop.settle();
        String url = receiver.rawUrl("HT\u0000TP/1.1 200 OK\r\n\r\n");
        JsonNode webhook = HookedShop.hookAt(seller.live(), url, "\"booking.created\"");
        shop.book(event);
        shop.settle();
        JsonNode delivery = shop.deliveries(webhook).get(0);
        assertThat(delivery.get("failure").textValue()).contains("HT TP").doesNotContain("\u0000");
    }
}
