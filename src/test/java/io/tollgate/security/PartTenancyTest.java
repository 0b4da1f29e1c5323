package io.tollgate.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.app.TestEndpoints;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operation on parts of records, such as fields of a page and types of a ticket, on a page of another
 * seller, and on an own page with a part of the other seller. The table derives from the endpoints, so that
 * it contains new kinds of parts.
 */
class PartTenancyTest {
    private static final String UNKNOWN = "65f0c0ffee0123456789abcd";
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

    private final TestSeller own = TestGateway.shared().seller();
    private final TestSeller foreign = TestGateway.shared().seller();

    static Stream<Arguments> parts() {
        return TestEndpoints.all().stream()
                .filter(TestEndpoints::isOfPart)
                .map(endpoint -> Arguments.of(endpoint.method() + " " + endpoint.path(), endpoint));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("parts")
    void parts_of_another_seller_are_as_unknown(String name, Endpoint endpoint) {
        List<String> ours = ids(own, endpoint.path());
        List<String> theirs = ids(foreign, endpoint.path());
        // Otherwise, the answer to a test key would be that it cannot change live pages.
        own.live().patch("/v1/account", "{\"testKeysChangeLive\": true}").expect(200);
        String page = TestEndpoints.whole(endpoint).path() + "/" + theirs.get(0);
        JsonNode before = data(foreign.live().get(page));
        // The first ids of a path are the caller's own, all following ones are the other seller's.
        for (int known = 0; known < ours.size(); known++) {
            List<String> mixed = new ArrayList<>(ours.subList(0, known));
            List<String> nobodys = new ArrayList<>(mixed);
            mixed.addAll(theirs.subList(known, theirs.size()));
            nobodys.addAll(Collections.nCopies(theirs.size() - known, UNKNOWN));
            for (TestApi api : List.of(own.live(), own.test())) {
                assertThat(send(api, endpoint, mixed).expect(404).fingerprint())
                        .as("with %s ids of one's own", known)
                        .isEqualTo(send(api, endpoint, nobodys).fingerprint());
            }
        }
        assertThat(data(foreign.live().get(page))).isEqualTo(before);
        assertThat(send(own.live(), endpoint, ours).status())
                .as("the control: what is one's own is found")
                .isNotIn(401, 404, 405);
    }

    private static Reply send(TestApi api, Endpoint endpoint, List<String> ids) {
        String path = endpoint.path();
        for (String id : ids) {
            path = path.replaceFirst("\\{\\w+}", id);
        }
        String method = endpoint.method().name();
        return endpoint.writing() == null || method.equals("DELETE")
                ? api.send(method, path, Map.of())
                : api.send(
                        method, path, JSON, endpoint.writing().body().example().toString());
    }

    /** Creates a page with parts for a seller, and returns the ids for a path. */
    private static List<String> ids(TestSeller seller, String path) {
        List<String> ids = new ArrayList<>();
        StringBuilder at = new StringBuilder();
        for (String segment : path.substring(1).split("/")) {
            String id = segment.startsWith("{") ? one(seller, at.toString(), ids.isEmpty()) : segment;
            at.append('/').append(id);
            if (!id.equals(segment)) {
                ids.add(id);
            }
        }
        return ids;
    }

    /** Returns the id of a part; creates one if there is none or a new one is needed. */
    private static String one(TestSeller seller, String collection, boolean anew) {
        TestApi api = seller.live();
        if (anew) {
            String name = "{\"name\":\"" + seller.name() + "\"}";
            String key = "{\"label\":\"" + seller.name() + "\",\"preset\":\"read\"}";
            return id(data(api.post(collection, collection.endsWith("/api-keys") ? key : name)));
        }
        if (collection.endsWith("order-bumps") && data(api.get(collection)).isEmpty()) {
            String product = id(data(api.post("/v1/products", "{\"role\":\"orderbump\",\"title\":\"Card\"}")));
            data(api.post(collection, "{\"productId\":\"" + product + "\"}"));
        }
        return id(data(api.get(collection)).get(0));
    }

    private static String id(JsonNode record) {
        return record.path(record.has("id") ? "id" : "productId").textValue();
    }

    private static JsonNode data(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isBetween(200, 201);
        return reply.json().get("data");
    }
}
