package io.tollgate.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The endpoints that create, list, change and delete webhooks. */
class WebhookRoutesTest {
    private final TestShop shop = TestShop.open();
    private final TestSeller seller = shop.seller();
    private final TestApi live = seller.live();

    private static String body(String path, String more) {
        return "{\"name\": \"Hook\", \"url\": \"https://hooks.example.com/" + path
                + "\", \"events\": [\"payment.paid\", \"booking.paid\", \"payment.paid\"]" + more + "}";
    }

    private JsonNode create(String path, String more) {
        return live.post("/v1/webhooks", body(path, more)).expect(201).json().get("data");
    }

    private static TestApi.Reply delete(TestApi api, String id) {
        return api.send("DELETE", "/v1/webhooks/" + id, Map.of());
    }

    private static String id(JsonNode webhook) {
        return webhook.get("id").textValue();
    }

    @Test
    void createsAWebhookAndReturnsItsSecretOnce() {
        JsonNode created = create("once", ", \"customHeaders\": {\"X-Source\": \"a\"}");
        assertThat(created.get("secret").textValue()).startsWith("whsec_").hasSize(50);
        assertThat(created.get("events")).hasSize(2);
        assertThat(created.get("status").textValue()).isEqualTo("active");
        assertThat(created.get("apiVersion").textValue()).isEqualTo("v1");
        assertThat(created.get("deliveryCount").longValue()).isZero();
        assertThat(created.get("lastTriggeredAt").isNull()).isTrue();
        JsonNode read =
                live.get("/v1/webhooks/" + id(created)).expect(200).json().get("data");
        assertThat(read.has("secret")).isFalse();
        ((com.fasterxml.jackson.databind.node.ObjectNode) created).remove("secret");
        assertThat(read).isEqualTo(created);
    }

    @Test
    void storesTheSecretEncrypted() {
        String secret = "a secret of the seller";
        JsonNode created = create("sealed", ", \"secret\": \"" + secret + "\"");
        assertThat(created.get("secret").textValue()).isEqualTo(secret);
        TestSeller.rows("SELECT secret, document::text FROM webhook WHERE seller_id = $1", seller.id())
                .forEach(row -> {
                    assertThat(row.getBuffer(0).toString(StandardCharsets.ISO_8859_1))
                            .doesNotContain(secret);
                    assertThat(row.getString(1)).doesNotContain(secret);
                });
    }

    @Test
    void listsWithFilters() {
        JsonNode one = create("one", "");
        JsonNode two = live.post("/v1/webhooks", body("two", "").replace("booking.paid", "ticket.created"))
                .expect(201)
                .json()
                .get("data");
        live.patch("/v1/webhooks/" + id(two), "{\"status\": \"inactive\"}").expect(200);
        assertThat(live.get("/v1/webhooks").expect(200).ids()).containsExactly(id(two), id(one));
        assertThat(live.get("/v1/webhooks?event=ticket.created").expect(200).ids())
                .containsExactly(id(two));
        assertThat(live.get("/v1/webhooks?event=payment.paid").expect(200).total())
                .isEqualTo(2);
        assertThat(live.get("/v1/webhooks?event=never").expect(200).ids()).isEmpty();
        assertThat(live.get("/v1/webhooks?status=active").expect(200).ids()).containsExactly(id(one));
        assertThat(live.get("/v1/webhooks?limit=1").expect(200).hasMore()).isTrue();
        live.get("/v1/webhooks?status=paused").expect(400);
    }

    @Test
    void aUrlHasOneWebhook() {
        create("taken", "");
        JsonNode other = create("other", "");
        assertThat(live.post("/v1/webhooks", body("taken", "")).expect(409).body())
                .contains("webhook_url_taken");
        live.patch("/v1/webhooks/" + id(other), "{\"url\": \"https://hooks.example.com/taken\"}")
                .expect(409);
        assertThat(delete(live, id(other)).expect(200).json().at("/data/id").textValue())
                .isEqualTo(id(other));
        delete(live, id(other)).expect(404);
        create("other", "");
    }

    @Test
    void aSellerHasTen() {
        for (int i = 0; i < 10; i++) {
            create("hook" + i, "");
        }
        assertThat(live.post("/v1/webhooks", body("hook10", "")).expect(400).problems())
                .hasSize(1);
    }

    @Test
    void refusesWhatIsInvalid() {
        assertThat(live.post("/v1/webhooks", "{}").expect(400).problems()).hasSize(3);
        for (String more : new String[] {
            ", \"secret\": \"short\"",
            ", \"secret\": \"whsec_not base64!\"",
            ", \"pageId\": \"65f0c0ffee0123456789abcd\"",
            ", \"status\": \"inactive\"",
            ", \"customHeaders\": {\"Host\": \"a\"}",
            ", \"customHeaders\": {\"Content-Type\": \"a\"}",
            ", \"customHeaders\": {\"Webhook-Id\": \"a\"}",
            ", \"customHeaders\": {\"x-webhook-signature\": \"a\"}",
            ", \"customHeaders\": {\"Transfer-Encoding\": \"chunked\"}",
            ", \"customHeaders\": {\"Connection\": \"close\"}",
            ", \"customHeaders\": {\"Tollgate-Sequence\": \"1\"}",
            ", \"customHeaders\": {\"A B\": \"a\"}",
            ", \"customHeaders\": {\"A\": \"é\"}",
            ", \"customHeaders\": {\"A\": \"1\", \"a\": \"2\"}"
        }) {
            assertThat(live.post("/v1/webhooks", body("invalid", more)).status())
                    .as(more)
                    .isEqualTo(400);
        }
        assertThat(live.post("/v1/webhooks", body("x", "").replace("payment.paid", "payment.gone"))
                        .expect(400)
                        .body())
                .contains("events[0]");
        assertThat(live.post("/v1/webhooks", body("x", "").replace("hooks.example.com", "169.254.169.254"))
                        .expect(400)
                        .body())
                .contains("must have a public address");
        live.post("/v1/webhooks", body("x", "").replace("https", "http")).expect(400);
    }

    @Test
    void changesAreStrictAndReplaceLists() {
        JsonNode webhook = create("change", ", \"customHeaders\": {\"A\": \"1\", \"B\": \"2\"}");
        String path = "/v1/webhooks/" + id(webhook);
        JsonNode changed = live.patch(
                        path,
                        "{\"events\": [\"ticket.created\"], \"customHeaders\": {\"C\": \"3\"}, \"name\": \"New\"}")
                .expect(200)
                .json()
                .get("data");
        assertThat(changed.get("events")).hasSize(1);
        assertThat(changed.get("customHeaders")).hasSize(1);
        assertThat(changed.get("name").textValue()).isEqualTo("New");
        live.patch(path, "{}").expect(200);
        live.patch(path, "{\"secret\": \"another secret\"}").expect(400);
        live.patch(path, "{\"status\": \"failed\"}").expect(400);
        live.patch(path, "{\"unknown\": 1}").expect(400);
        live.patch(path, "{\"events\": []}").expect(400);
    }

    @Test
    void testKeysCannotChangeWhatGetsLiveEvents() {
        JsonNode ofLive = create("live", "");
        TestApi test = seller.test();
        JsonNode ofTest =
                test.post("/v1/webhooks", body("test", "")).expect(201).json().get("data");
        test.patch("/v1/webhooks/" + id(ofLive), "{\"status\": \"inactive\"}").expect(403);
        delete(test, id(ofLive)).expect(403);
        test.patch("/v1/webhooks/" + id(ofTest), "{\"status\": \"inactive\"}").expect(200);
        assertThat(live.get("/v1/webhooks").expect(200).total()).isEqualTo(2);
        delete(live, id(ofTest)).expect(200);
    }

    @Test
    void anotherSellerHasNoAccess() {
        String path = "/v1/webhooks/" + id(create("mine", ""));
        TestApi other = shop.gateway().seller().live();
        other.get(path).expect(404);
        other.patch(path, "{}").expect(404);
        other.send("DELETE", path, Map.of()).expect(404);
        assertThat(other.get("/v1/webhooks").expect(200).total()).isZero();
    }
}
