package io.tollgate.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.app.TestEndpoints;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.resource.Resource;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sends every endpoint requests of a restricted key for records of other pages. */
class PageMatrixTest extends TwoPromoters {
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

    /** Endpoints that name a page in their body: what they say of an unknown one. */
    private static final Map<String, String> NAMED = Map.of("/v1/bookings", "eventId", "/v1/quotes", "eventId");

    private static String path(Endpoint endpoint, String id) {
        return endpoint.path().replaceFirst("\\{\\w+}", id).replaceAll("\\{\\w+}", UNKNOWN);
    }

    private static Reply send(TestApi api, Endpoint endpoint, String path) {
        String method = endpoint.method().name();
        Endpoint.Writing writing = endpoint.writing();
        if (writing == null || method.equals("DELETE")) {
            return api.send(method, path, Map.of());
        }
        return writing.body().form()
                ? api.send(method, path, Map.of("Content-Type", "multipart/form-data; boundary=b"), "--b--\r\n")
                : api.send(method, path, JSON, body(writing));
    }

    private static String body(Endpoint.Writing writing) {
        return writing.body().fields().isEmpty() ? "" : writing.body().example().toString();
    }

    @Test
    void no_endpoint_shows_or_changes_what_belongs_to_other_pages() {
        Map<String, String> foreign = records(others, SECRET);
        Map<String, Integer> outcomes = new LinkedHashMap<>();
        for (Endpoint endpoint : TestEndpoints.all()) {
            String name = endpoint.method().name() + " " + endpoint.path();
            String collection = endpoint.path().replaceFirst("(/v1/[^/]+).*", "$1");
            String id = foreign.getOrDefault(collection, UNKNOWN);
            Reply reply = send(limited, endpoint, path(endpoint, id));
            assertThat(reply.body()).as(name).doesNotContain(SECRET).doesNotContain("Other");
            outcomes.merge(outcome(name, endpoint, reply), 1, Integer::sum);
            if (reply.status() == 404) {
                assertThat(reply.bodyWithoutRequestId())
                        .as(name + " of a record that does not exist")
                        .isEqualTo(
                                send(limited, endpoint, path(endpoint, UNKNOWN)).bodyWithoutRequestId());
            }
        }
        assertThat(outcomes).containsKeys("empty list", "not found", "refused", "no such page");
        assertThat(outcomes.get("not found")).isGreaterThan(40);
        assertThat(all.get("/v1/events/" + of(others, "event").id())
                        .expect(200)
                        .json()
                        .at("/data/status")
                        .textValue())
                .isEqualTo("published");
    }

    private static String outcome(String name, Endpoint endpoint, Reply reply) {
        String code = reply.status() < 400 ? "" : reply.json().path("code").asText();
        if (reply.status() == 404) {
            return "not found";
        }
        if (code.equals("page_restricted")) {
            return "refused";
        }
        if (NAMED.containsKey(endpoint.path()) && endpoint.writing() != null) {
            assertThat(reply.problems()).as(name).contains(NAMED.get(endpoint.path()));
            return "no such page";
        }
        assertThat(endpoint.isList()).as(name + " returned " + reply.body()).isTrue();
        assertThat(reply.status()).as(name).isEqualTo(200);
        assertThat(reply.total()).as(name).isEqualTo(endpoint.resource().recorded() ? 0 : 1);
        return "empty list";
    }

    /** Control: the records of the walk exist, and a key for all pages gets them. */
    @Test
    void a_key_for_all_pages_gets_them() {
        Map<String, String> foreign = records(others, SECRET);
        for (Resource resource : restricted()) {
            all.get(resource.path() + "/" + foreign.get(resource.path())).expect(200);
            assertThat(all.get(resource.path()).expect(200).ids())
                    .as(resource.path())
                    .contains(foreign.get(resource.path()));
        }
    }
}
