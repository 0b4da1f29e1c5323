package io.tollgate.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.app.TestEndpoints;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.support.ExampleRecords;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** No write reaches a record of another seller or, except for check-ins, of the other mode. */
class WriteTenancyTest {
    private static final String UNKNOWN = "0".repeat(24);

    /** A scanner at the entrance checks in tickets of both modes. */
    private static final Set<String> EITHER_MODE = Set.of("validateTicket", "checkOutTicket");

    private final TestSeller own = TestGateway.shared().seller();
    private final TestSeller foreign = TestGateway.shared().seller();

    static Stream<Arguments> writes() {
        return TestEndpoints.all().stream()
                .filter(endpoint ->
                        endpoint.writing() != null && endpoint.path().contains("{"))
                .filter(endpoint -> !TestEndpoints.isOfPart(endpoint))
                // Deliveries are no records of a table of this test: see DeliveryRoutesTest.
                .filter(endpoint -> !endpoint.path().contains("{deliveryId}"))
                // Neither are sessions, and no key transfers the ownership: see MemberRoutesTest and TeamPagesTest.
                .filter(endpoint -> !endpoint.path().contains("{sessionId}"))
                .filter(endpoint -> !endpoint.path().contains("/ownership-offer"))
                .map(endpoint -> Arguments.of(endpoint.writing().name(), endpoint));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("writes")
    void a_write_reaches_only_own_records_of_its_mode(String name, Endpoint endpoint) {
        // Otherwise, a test key cannot change what the samples use.
        own.live().patch("/v1/account", "{\"testKeysChangeLive\": true}").expect(200);
        // Members see live mode, which is why a test key changes none.
        boolean ofMembers = endpoint.path().startsWith("/v1/members");
        for (boolean liveKey : ofMembers ? new boolean[] {true} : new boolean[] {true, false}) {
            TestApi api = liveKey ? own.live() : own.test();
            String unknown = send(api, endpoint, UNKNOWN, "").expect(404).fingerprint();
            for (boolean live : new boolean[] {true, false}) {
                ObjectNode theirs = create(foreign, endpoint, live);
                Reply crossed = send(api, endpoint, id(theirs), "");
                assertThat(crossed.fingerprint())
                        .as("another seller's, as unknown")
                        .isEqualTo(unknown);
                assertThat(record(foreign, endpoint, live, id(theirs))).contains(text(theirs, "createdAt"));
                Reply ours = send(api, endpoint, id(create(own, endpoint, live)), "");
                boolean hasModes = endpoint.resource().recorded();
                if (liveKey && !live && name.equals("validateTicket")) {
                    assertThat(ours.expect(409).body()).contains("test_ticket");
                } else if (live == liveKey || !hasModes || EITHER_MODE.contains(name)) {
                    ours.expect(endpoint.writing().status());
                } else {
                    assertThat(ours.fingerprint())
                            .as("of the other mode, as unknown")
                            .isEqualTo(unknown);
                }
                assertThat(send(api, endpoint, id(theirs), "?livemode=" + live).problems())
                        .containsExactly("livemode");
            }
        }
        String route = endpoint.method().name() + " " + endpoint.path();
        for (TestApi api : new TestApi[] {foreign.live(), foreign.test()}) {
            if (isOfBoughtRecord(endpoint)) {
                assertThat(api.get("/v1/audit-log").expect(200).json().get("data"))
                        .noneMatch(entry -> entry.get("route").textValue().equals(route));
            } else {
                assertThat(api.get("/v1/audit-log").total()).isZero();
            }
        }
    }

    /** Whether the record is a real purchase, whose page and order the audit log contains. */
    private static boolean isOfBoughtRecord(Endpoint endpoint) {
        return endpoint.path().equals("/v1/subscriptions/{subscriptionId}/update");
    }

    private static ObjectNode create(TestSeller seller, Endpoint endpoint, boolean live) {
        ObjectNode created = seller.create(endpoint.resource(), live, record -> TestEndpoints.fit(endpoint, record));
        if (isOfBoughtRecord(endpoint)) {
            String id = ExampleRecords.boughtSubscription(seller, live);
            String path = "/v1/subscriptions/" + id;
            var bought = (live ? seller.live() : seller.test())
                    .get(path)
                    .expect(200)
                    .json()
                    .get("data");
            // A change of the record would be later than that.
            return created.put("id", id)
                    .put("createdAt", bought.get("updatedAt").textValue());
        }
        if (endpoint.path().endsWith("/license-key")) {
            ExampleRecords.licenseKey(seller, live, endpoint.resource(), id(created));
        }
        return created;
    }

    /** Returns the record of the other seller, which must be unchanged. */
    private static List<String> record(TestSeller seller, Endpoint endpoint, boolean live, String id) {
        var record = (live ? seller.live() : seller.test())
                .get(endpoint.resource().path() + "/" + id)
                .expect(200)
                .json()
                .get("data");
        return List.of(
                record.get(record.has("updatedAt") ? "updatedAt" : "createdAt").textValue());
    }

    private static Reply send(TestApi api, Endpoint endpoint, String id, String query) {
        String path = endpoint.path().replaceAll("\\{\\w+}", id) + query;
        return api.send(
                endpoint.method().name(),
                path,
                Map.of("Content-Type", "application/json"),
                endpoint.writing().body().example().toString());
    }

    private static String id(ObjectNode record) {
        return text(record, "id");
    }

    private static String text(ObjectNode record, String name) {
        return record.get(name).textValue();
    }
}
