package io.tollgate.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.webhook.WebhookReceiver.Delivery;
import io.tollgate.platform.webhook.WebhookReceiver.Response;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The endpoints that test a webhook, show its deliveries, send them again and replace its secret. */
class DeliveryRoutesTest extends WebhookScene {
    private TestApi live;

    @BeforeEach
    void readLive() {
        live = seller.live();
    }

    private JsonNode deliveries(JsonNode webhook, String query) {
        return HookedShop.data(
                live.get(HookedShop.path(webhook) + "/deliveries" + query).expect(200));
    }

    private static JsonNode one(JsonNode page) {
        assertThat(page.get("deliveries")).hasSize(1);
        return page.at("/deliveries/0");
    }

    /** Returns whether one of the signatures is that of a secret; SignatureTest verifies them with another library. */
    private boolean verifies(String secret, Delivery delivery) {
        Map<String, String> own = Signature.headers(
                delivery.headers().get("webhook-id"),
                clock.now(),
                1,
                Buffer.buffer(delivery.body()),
                new WebhookSecrets.Signers(List.of(secret), List.of()));
        return List.of(delivery.headers().get("webhook-signature").split(" ")).contains(own.get("webhook-signature"));
    }

    @Test
    void aTestEventArrivesSignedAndCounted() {
        JsonNode webhook = shop.hook("/hook", "\"booking.paid\"");
        JsonNode created = HookedShop.data(
                live.post(HookedShop.path(webhook) + "/test", "{}").expect(201));
        assertThat(created.get("status").textValue()).isEqualTo("pending");
        assertThat(created.get("event").textValue()).isEqualTo("webhook.test");
        live.post(HookedShop.path(webhook) + "/test", "{}").expect(201);
        shop.settle();
        List<Delivery> arrived = receiver.deliveries();
        assertThat(arrived).hasSize(2);
        assertThat(arrived.get(0).json().get("eventId")).isEqualTo(created.get("eventId"));
        assertThat(arrived.get(1).headers())
                .containsEntry(
                        "tollgate-previous",
                        WebhookFanOut.digest(Buffer.buffer(arrived.get(0).body())));
        JsonNode shown = deliveries(webhook, "?limit=1&before=2").at("/deliveries/0");
        assertThat(shown.get("id")).isEqualTo(created.get("id"));
        assertThat(shown.get("status").textValue()).isEqualTo("delivered");
        assertThat(shown.get("statusCode").intValue()).isEqualTo(200);
        assertThat(shown.get("response").textValue()).isEqualTo("ok");
    }

    @Test
    void deliveriesAreListedByStateAndSequence() {
        TestShop.Shelf event = shop.event();
        shop.settle();
        JsonNode webhook = shop.hook("/hook", "\"booking.created\"");
        receiver.answer(delivery -> Response.of(delivery.sequence() == 2 ? 503 : 200));
        for (int i = 0; i < 3; i++) {
            shop.book(event);
            shop.settle();
        }
        JsonNode page = deliveries(webhook, "?limit=2");
        assertThat(page.get("hasMore").booleanValue()).isTrue();
        assertThat(page.at("/deliveries/0/sequence").intValue()).isEqualTo(3);
        JsonNode pending = one(deliveries(webhook, "?status=pending"));
        assertThat(pending.get("failure").textValue()).isEqualTo("The response was 503");
        assertThat(pending.get("nextAttemptAt").isNull()).isFalse();
        assertThat(one(deliveries(webhook, "?before=2")).get("sequence").intValue())
                .isEqualTo(1);
        assertThat(HookedShop.data(seller.test()
                                .get(HookedShop.path(webhook) + "/deliveries")
                                .expect(200))
                        .get("deliveries"))
                .isEmpty();
        String path = HookedShop.path(webhook) + "/deliveries";
        assertThat(live.get(path + "?status=x&before=0&limit=101&other=1")
                        .expect(400)
                        .problems())
                .hasSize(4);
        JsonNode stats =
                HookedShop.data(live.get(HookedShop.path(webhook) + "/stats").expect(200));
        assertThat(stats.get("delivered").intValue()).isEqualTo(2);
        assertThat(stats.get("pending").intValue()).isEqualTo(1);
        assertThat(stats.get("lastSequence").intValue()).isEqualTo(3);
        assertThat(stats.get("medianMillis").isNull()).isFalse();
    }

    @Test
    void aDeliveryIsSentAgainWithTheSameEvent() {
        TestShop.Shelf event = shop.event();
        shop.settle();
        JsonNode webhook = shop.hook("/hook", "\"booking.created\"");
        shop.book(event);
        shop.settle();
        String path = HookedShop.path(webhook) + "/deliveries/";
        String first = one(deliveries(webhook, "")).get("id").textValue();
        JsonNode again =
                HookedShop.data(live.post(path + first + "/resend", "{}").expect(201));
        assertThat(again.get("id").textValue()).isNotEqualTo(first);
        shop.settle();
        assertThat(receiver.deliveries()).hasSize(2);
        Delivery former = receiver.deliveries().get(0);
        Delivery second = receiver.deliveries().get(1);
        assertThat(second.body()).isEqualTo(former.body());
        assertThat(second.sequence()).isEqualTo(2);
        assertThat(second.headers())
                .containsEntry("webhook-id", former.headers().get("webhook-id"));
        live.post(path + "6b0145e28874c65725083763/resend", "{}").expect(404);
        seller.test().post(path + first + "/resend", "{}").expect(404);
        gateway.seller().live().post(path + first + "/resend", "{}").expect(404);
    }

    @Test
    void recoveryDeliversWhatWasMissedAndNothingElse() {
        TestShop.Shelf event = shop.event();
        shop.settle();
        JsonNode webhook = shop.hook("/hook", "\"booking.created\"");
        String since = clock.now().toString();
        shop.book(event);
        shop.settle();
        receiver.answer(delivery -> Response.of(410));
        JsonNode failed = shop.book(event);
        shop.settle();
        JsonNode missed = shop.book(event);
        shop.settle();
        String path = HookedShop.path(webhook);
        String body = "{\"since\": \"" + since + "\"}";
        assertThat(live.post(path + "/recover", body).expect(409).body()).contains("webhook_inactive");
        live.post(path + "/test", "{}").expect(409);
        receiver.forget();
        receiver.answer(delivery -> Response.of(200));
        live.patch(path, "{\"status\": \"active\"}").expect(200);
        assertThat(HookedShop.data(live.post(path + "/recover", body).expect(200))
                        .get("recovered")
                        .intValue())
                .isEqualTo(2);
        shop.settle();
        assertThat(receiver.deliveries().stream().map(Delivery::recordId))
                .containsExactlyInAnyOrder(
                        failed.get("id").textValue(), missed.get("id").textValue());
        JsonNode again = HookedShop.data(live.post(path + "/recover", body).expect(200));
        assertThat(again.get("recovered").intValue()).isZero();
        assertThat(again.get("hasMore").booleanValue()).isFalse();
    }

    /** An earlier version created the webhook. */
    @Test
    void aWebhookWithoutAKeyGetsOne() throws Exception {
        JsonNode webhook = shop.hook("/hook", "\"booking.paid\"");
        TestSeller.rows("UPDATE webhook SET signing_key = NULL, public_key = NULL WHERE seller_id = $1", seller.id());
        assertThat(shop.read(webhook).get("publicKey").isNull()).isTrue();
        live.post(HookedShop.path(webhook) + "/test", "{}").expect(201);
        shop.settle();
        String key = shop.read(webhook).get("publicKey").textValue();
        Delivery delivery = receiver.deliveries().get(0);
        assertThat(SignatureTest.isSignedBy(key, delivery.headers(), delivery.body()))
                .isTrue();
        live.post(HookedShop.path(webhook) + "/rotate", "{}").expect(200);
        shop.settle();
        assertThat(shop.read(webhook).get("publicKey").textValue()).isNotEqualTo(key);
    }

    @Test
    void bothKeysSignForADayAfterARotation() throws Exception {
        JsonNode webhook = shop.hook("/hook", "\"booking.paid\"");
        String path = HookedShop.path(webhook);
        String former = webhook.get("publicKey").textValue();
        String next = HookedShop.data(live.post(path + "/rotate", "{}").expect(200))
                .get("publicKey")
                .textValue();
        assertThat(next).startsWith("whpk_").isNotEqualTo(former);
        assertThat(shop.read(webhook).get("publicKey").textValue()).isEqualTo(next);
        for (boolean both : new boolean[] {true, false}) {
            live.post(path + "/test", "{}").expect(201);
            shop.settle();
            Delivery arrived = receiver.deliveries().get(0);
            assertThat(SignatureTest.isSignedBy(former, arrived.headers(), arrived.body()))
                    .isEqualTo(both);
            assertThat(SignatureTest.isSignedBy(next, arrived.headers(), arrived.body()))
                    .isTrue();
            receiver.forget();
            clock.advance(Duration.ofHours(24));
        }
    }

    @Test
    void bothSecretsSignForADayAfterARotation() {
        JsonNode webhook = shop.hook("/hook", "\"booking.paid\"");
        String path = HookedShop.path(webhook);
        String former = webhook.get("secret").textValue();
        JsonNode rotated = HookedShop.data(live.post(path + "/rotate", "{}").expect(200));
        String next = rotated.get("secret").textValue();
        assertThat(next).isNotEqualTo(former).startsWith("whsec_");
        assertThat(rotated.get("secretRotatedAt").isNull()).isFalse();
        live.post(path + "/test", "{}").expect(201);
        shop.settle();
        Delivery during = receiver.deliveries().get(0);
        assertThat(verifies(former, during)).isTrue();
        assertThat(verifies(next, during)).isTrue();
        assertThat(during.headers()).containsKey("x-webhook-signature-former");
        receiver.forget();
        clock.advance(Duration.ofHours(24));
        live.post(path + "/test", "{}").expect(201);
        shop.settle();
        Delivery after = receiver.deliveries().get(0);
        assertThat(verifies(former, after)).isFalse();
        assertThat(verifies(next, after)).isTrue();
        assertThat(after.headers()).doesNotContainKey("x-webhook-signature-former");
        live.post(path + "/rotate", "{\"secret\": \"short\"}").expect(400);
        String own = "a secret of the seller";
        assertThat(HookedShop.data(live.post(path + "/rotate", "{\"secret\": \"" + own + "\"}")
                                .expect(200))
                        .get("secret")
                        .textValue())
                .isEqualTo(own);
    }

    @Test
    void theStoredResponsesOfSecretsAreEncrypted() {
        String body =
                "{\"name\": \"Hook\", \"url\": \"" + receiver.url("/idem") + "\", \"events\": [\"booking.paid\"]}";
        TestApi.Reply first = live.writeWithRetries("POST", "/v1/webhooks", "hook-key", body);
        TestApi.Reply second = live.writeWithRetries("POST", "/v1/webhooks", "hook-key", body);
        assertThat(second.body()).isEqualTo(first.expect(201).body());
        assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
        String path = HookedShop.path(HookedShop.data(first)) + "/rotate";
        TestApi.Reply rotated = live.writeWithRetries("POST", path, "rotate-key", "{}");
        assertThat(live.writeWithRetries("POST", path, "rotate-key", "{}").body())
                .isEqualTo(rotated.expect(200).body());
        for (TestApi.Reply reply : List.of(first, rotated)) {
            String secret = HookedShop.data(reply).get("secret").textValue();
            assertThat(TestSeller.rows("SELECT body FROM idempotent_answer WHERE seller_id = $1", seller.id()))
                    .hasSize(2)
                    .allSatisfy(row -> assertThat(row.getBuffer(0).toString()).doesNotContain(secret));
        }
    }

    /** A stored response with a secret is bound to its key: one that is copied to another key is not decrypted. */
    @Test
    void theStoredResponseOfAnotherKeyIsNotReturned() {
        JsonNode webhook = shop.hook("/hook", "\"booking.paid\"");
        String path = HookedShop.path(webhook) + "/rotate";
        for (String key : List.of("first-key", "second-key")) {
            live.writeWithRetries("POST", path, key, "{}").expect(200);
        }
        assertThat(TestSeller.rows(
                        "UPDATE idempotent_answer SET body = (SELECT body FROM idempotent_answer"
                                + " WHERE seller_id = $1 AND key = 'first-key')"
                                + " WHERE seller_id = $1 AND key = 'second-key' RETURNING key",
                        seller.id()))
                .hasSize(1);
        live.writeWithRetries("POST", path, "second-key", "{}").expect(500);
    }
}
