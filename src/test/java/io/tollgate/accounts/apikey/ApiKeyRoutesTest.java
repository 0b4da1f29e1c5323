package io.tollgate.accounts.apikey;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.KeyScopes;
import io.tollgate.support.CsvFile;
import io.tollgate.support.Eventually;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The endpoints that create, list, change, roll and revoke keys. */
class ApiKeyRoutesTest {
    private static final String ALL = "/v1/api-keys";

    private final TestGateway gateway = TestGateway.shared();
    private final TestSeller seller = gateway.seller();
    private final TestApi live = seller.live();

    private JsonNode create(TestApi api, String body) {
        return api.post(ALL, body).expect(201).json().get("data");
    }

    private JsonNode create(String body) {
        return create(live, body);
    }

    private static String id(JsonNode key) {
        return key.get("id").textValue();
    }

    private TestApi api(JsonNode created) {
        return gateway.api(created.get("key").textValue());
    }

    private static String inDays(int days) {
        return Instant.now()
                .plus(days, ChronoUnit.DAYS)
                .truncatedTo(ChronoUnit.MILLIS)
                .toString();
    }

    private static TestApi.Reply delete(TestApi api, String id) {
        return api.send("DELETE", ALL + "/" + id, Map.of());
    }

    private static String code(TestApi.Reply reply) {
        return reply.json().at("/code").asText();
    }

    @Test
    void createsAKeyThatIsShownOnce() {
        JsonNode created = create("{\"label\": \"Reports\", \"preset\": \"reporting\"}");
        assertThat(created.get("key").textValue())
                .startsWith("sk_live_")
                .endsWith(created.get("last4").textValue());
        assertThat(created.get("scopes"))
                .hasSize(KeyScopes.PRESETS.get("reporting").size());
        assertThat(created.get("livemode").booleanValue()).isTrue();
        assertThat(created.get("lastUsedAt").isNull()).isTrue();
        JsonNode read = live.get(ALL + "/" + id(created)).expect(200).json().get("data");
        assertThat(read).isEqualTo(((ObjectNode) created.deepCopy()).without("key"));
        assertThat(live.get(ALL).expect(200).body())
                .doesNotContain(created.get("key").textValue());
        api(created).get("/v1/payments").expect(200);
        api(created).get("/v1/customers").expect(403);
    }

    @Test
    void aRetryReturnsTheSameKeyAndStoresItEncrypted() {
        String body = "{\"label\": \"Retried\", \"scopes\": [\"feed:read\", \"feed:read\"]}";
        TestApi.Reply first =
                live.writeWithRetries("POST", ALL, "key of a retry", body).expect(201);
        TestApi.Reply second =
                live.writeWithRetries("POST", ALL, "key of a retry", body).expect(201);
        assertThat(second.bodyWithoutRequestId()).isEqualTo(first.bodyWithoutRequestId());
        String key = first.json().at("/data/key").textValue();
        TestSeller.rows("SELECT body FROM idempotent_answer WHERE seller_id = $1", seller.id())
                .forEach(row -> assertThat(row.getBuffer(0).toString(StandardCharsets.ISO_8859_1))
                        .doesNotContain(key));
        TestSeller.rows("SELECT key_hash FROM api_key WHERE seller_id = $1", seller.id())
                .forEach(row -> assertThat(row.getString(0)).doesNotContain(key));
    }

    @Test
    void namesEachWrongParameter() {
        TestApi.Reply reply = live.post(
                        ALL,
                        "{\"scopes\": [\"payments:read\", \"pay\"], \"preset\": \"door\","
                                + " \"expiresAt\": \"2020-01-01T00:00:00.000Z\"}")
                .expect(400);
        assertThat(reply.problems()).contains("label", "scopes", "scopes[1]", "expiresAt");
        assertThat(live.post(ALL, "{\"label\": \"Nothing\"}").expect(400).problems())
                .containsExactly("scopes");
    }

    @Test
    void aKeyGivesNoMoreThanItHas() {
        TestApi limited =
                api(create("{\"label\": \"a\", \"scopes\": [\"api-keys:read\", \"api-keys:write\", \"feed:read\"]}"));
        assertThat(code(limited.post(ALL, "{\"label\": \"b\", \"preset\": \"full\"}")
                        .expect(403)))
                .isEqualTo("missing_scope");
        assertThat(limited.post(ALL, "{\"label\": \"b\", \"scopes\": [\"payments:read\"]}")
                        .expect(403)
                        .body())
                .contains("payments:read");
        JsonNode inside = create(limited, "{\"label\": \"b\", \"scopes\": [\"feed:read\"]}");
        String url = ALL + "/" + id(inside);
        limited.patch(url, "{\"scopes\": [\"payments:read\"]}").expect(403);
        limited.patch(url, "{\"scopes\": null}").expect(403);
        live.patch(url, "{\"scopes\": [\"payments:read\"]}").expect(200);
        limited.patch(url, "{\"label\": \"c\"}").expect(403);
        limited.post(url + "/roll", "{}").expect(403);
        delete(limited, id(inside)).expect(403);
        String own = limited.get(ALL).expect(200).json().at("/data/1/id").textValue();
        assertThat(delete(limited, own).expect(200).json().at("/data/revokedAt").isNull())
                .isFalse();
    }

    @Test
    void aKeyThatExpiresCreatesNoneThatOutlivesIt() {
        String end = inDays(2);
        JsonNode short1 = create("{\"label\": \"a\", \"preset\": \"full\", \"expiresAt\": \"" + end + "\"}");
        TestApi expiring = api(short1);
        assertThat(create(expiring, "{\"label\": \"b\", \"preset\": \"full\"}")
                        .get("expiresAt")
                        .textValue())
                .isEqualTo(end);
        assertThat(expiring.post(ALL, "{\"label\": \"b\", \"preset\": \"full\", \"expiresAt\": \"" + inDays(3) + "\"}")
                        .expect(400)
                        .problems())
                .containsExactly("expiresAt");
        assertThat(expiring.patch(ALL + "/" + id(short1), "{\"expiresAt\": null}")
                        .expect(200)
                        .json()
                        .at("/data/expiresAt")
                        .textValue())
                .isEqualTo(end);
    }

    @Test
    void testKeysSeeAndCreateOnlyTestKeys() {
        JsonNode test = create("{\"label\": \"t\", \"preset\": \"full\", \"livemode\": false}");
        assertThat(test.get("key").textValue()).startsWith("sk_test_");
        TestApi api = api(test);
        assertThat(code(api.post(ALL, "{\"label\": \"l\", \"preset\": \"full\", \"livemode\": true}")
                        .expect(403)))
                .isEqualTo("live_key");
        JsonNode liveKey = create("{\"label\": \"l\", \"preset\": \"full\"}");
        api.get(ALL + "/" + id(liveKey)).expect(404);
        delete(api, id(liveKey)).expect(404);
        api.patch(ALL + "/" + id(liveKey), "{\"label\": \"x\"}").expect(404);
        assertThat(api.get(ALL).expect(200).ids()).doesNotContain(id(liveKey)).contains(id(test));
        assertThat(live.get(ALL).expect(200).ids()).contains(id(liveKey), id(test));
    }

    @Test
    void otherSellersSeeNothing() {
        JsonNode key = create("{\"label\": \"a\", \"preset\": \"full\"}");
        TestApi other = gateway.seller().live();
        other.get(ALL + "/" + id(key)).expect(404);
        delete(other, id(key)).expect(404);
        other.patch(ALL + "/" + id(key), "{\"label\": \"x\"}").expect(404);
        other.post(ALL + "/" + id(key) + "/roll", "{}").expect(404);
        assertThat(other.get(ALL).expect(200).ids()).doesNotContain(id(key));
    }

    @Test
    void rollingLetsBothKeysWorkForAWhile() {
        JsonNode former = create("{\"label\": \"Shop\", \"scopes\": [\"payments:read\", \"api-keys:read\"]}");
        JsonNode rolled = live.post(ALL + "/" + id(former) + "/roll", "{\"overlapHours\": 48}")
                .expect(201)
                .json()
                .get("data");
        assertThat(rolled.get("label").textValue()).isEqualTo("Shop");
        assertThat(rolled.get("scopes")).isEqualTo(former.get("scopes"));
        assertThat(rolled.get("expiresAt").isNull()).isTrue();
        api(former).get("/v1/payments").expect(200);
        api(rolled).get("/v1/payments").expect(200);
        assertThat(live.get(ALL + "/" + id(former)).json().at("/data/expiresAt").isNull())
                .isFalse();
        JsonNode last = live.post(ALL + "/" + id(rolled) + "/roll", "{\"overlapHours\": 0}")
                .expect(201)
                .json()
                .get("data");
        assertThat(code(live.patch(ALL + "/" + id(rolled), "{\"label\": \"late\"}")
                        .expect(409)))
                .isEqualTo("key_ended");
        api(last).get("/v1/payments").expect(200);
    }

    @Test
    void aRevokedKeyIsListedAndRejected() {
        JsonNode key = create("{\"label\": \"Old\", \"preset\": \"read\"}");
        JsonNode revoked = delete(live, id(key)).expect(200).json().get("data");
        assertThat(delete(live, id(key)).expect(200).json().get("data")).isEqualTo(revoked);
        gateway.api(key.get("key").textValue()).get("/v1/payments").expect(401);
        assertThat(live.get(ALL).expect(200).ids()).contains(id(key));
        live.post(ALL + "/" + id(key) + "/roll", "{}").expect(409);
    }

    @Test
    void changesAreAuditedAndConditional() {
        JsonNode key = create("{\"label\": \"Audited\", \"preset\": \"door\"}");
        String url = ALL + "/" + id(key);
        String etag = live.get(url).expect(200).header("ETag");
        live.send("PATCH", url, Map.of("If-Match", etag, "Content-Type", "application/json"), "{\"label\": \"New\"}")
                .expect(200);
        live.send("PATCH", url, Map.of("If-Match", etag, "Content-Type", "application/json"), "{\"label\": \"Newer\"}")
                .expect(412);
        List<String> routes =
                live.get("/v1/audit-log?recordId=" + id(key)).expect(200).json().findValuesAsText("route");
        assertThat(routes).containsExactly("PATCH /v1/api-keys/{keyId}", "POST /v1/api-keys");
    }

    @Test
    void listsKeysAsCsv() {
        JsonNode key = create("{\"label\": \"Csv\", \"preset\": \"door\"}");
        String csv =
                live.send("GET", ALL, Map.of("Accept", "text/csv")).expect(200).body();
        assertThat(csv)
                .startsWith("id,livemode,label,scopes,")
                .contains(id(key))
                .contains("events:read\"\",\"\"tickets:validate");
        assertThat(csv.lines()).hasSize(4);
    }

    /** An empty list would say that the key may do nothing. */
    @Test
    void theScopesOfAKeyThatMayDoEverythingAreNull() {
        JsonNode key = create("{\"label\": \"All\", \"preset\": \"full\"}");
        assertThat(key.get("scopes").isNull()).isTrue();
        JsonNode read = live.get(ALL + "/" + id(key)).expect(200).json().get("data");
        assertThat(read.get("scopes").isNull()).isTrue();
        CsvFile csv = CsvFile.of(live.send("GET", ALL, Map.of("Accept", "text/csv")));
        assertThat(csv.column("scopes").get(csv.column("id").indexOf(id(key)))).isEmpty();
        live.patch(ALL + "/" + id(key), "{\"scopes\": null}").expect(200);
    }

    @Test
    void aDryRunCreatesNothing() {
        live.post(ALL + "?dryRun=true", "{\"label\": \"Dry\", \"preset\": \"full\"}")
                .expect(201);
        assertThat(live.get(ALL).expect(200).body()).doesNotContain("\"Dry\"");
    }

    @Test
    void showsWhoUsedAKeyLast() {
        JsonNode key = create("{\"label\": \"Used\", \"preset\": \"full\"}");
        TestApi api = api(key);
        api.send("GET", "/v1/payments", Map.of("User-Agent", "shop/1.2")).expect(200);
        assertThat(Eventually.isTrue(() -> !live.get(ALL + "/" + id(key))
                        .json()
                        .at("/data/lastUsedAt")
                        .isNull()))
                .isTrue();
        JsonNode used = live.get(ALL + "/" + id(key)).expect(200).json().get("data");
        assertThat(used.get("lastUserAgent").textValue()).isEqualTo("shop/1.2");
        assertThat(used.get("lastUsedAddress").textValue()).isEqualTo("127.0.0.1");
    }
}
