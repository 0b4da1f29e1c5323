package io.tollgate.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.app.TestEndpoints;
import io.tollgate.catalog.file.Files;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Resource.Modes;
import io.tollgate.platform.schema.Type;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.payment.Payments;
import io.tollgate.sales.subscription.Subscriptions;
import io.tollgate.sales.ticket.Tickets;
import io.tollgate.support.ExampleRecords;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every endpoint, with a live and a test key, with every form of {@code livemode}, on records of both modes and of two
 * sellers. The table derives from the endpoints; an endpoint without a row fails the build.
 */
class TenancyMatrixTest {
    private static final String UNKNOWN = "65f0c0ffee0123456789abcd";

    /** Forms of the parameter, as appended to the path. */
    private static final List<String> FORMS = List.of(
            "",
            "?livemode=true",
            "?livemode=false",
            "?livemode=TRUE",
            "?livemode=1",
            "?livemode=",
            "?livemode",
            "?livemode=true&livemode=true",
            "?livemode=false&livemode=true",
            "?Livemode=true");

    /** No inserted records: FeedTest, ReportTest, TimelineTest, ApiKeyRoutesTest, ConnectionRoutesTest check them. */
    private static final List<String> ELSEWHERE =
            List.of("/v1/feed", "/v1/reports/", "/v1/timeline", "/v1/api-keys", "/v1/processor-account");

    /** Writes have their own matrix, and parts of records their own tests; the account is not a record. */
    static Stream<Arguments> endpoints() {
        return TestEndpoints.all().stream()
                .filter(endpoint -> endpoint.writing() == null && endpoint.shape() != Endpoint.Shape.BARE)
                .filter(endpoint -> !TestEndpoints.isOfPart(endpoint))
                .filter(endpoint -> ELSEWHERE.stream().noneMatch(endpoint.path()::startsWith))
                // A task makes files, and an erasure is asked for: SavedExportTest and CustomerErasureTest check them.
                .filter(endpoint ->
                        !endpoint.path().endsWith("/files") || endpoint.path().equals("/v1/files"))
                .filter(endpoint -> !endpoint.path().endsWith("/erasure"))
                // Sessions begin in the dashboard: TeamPagesTest checks them.
                .filter(endpoint -> !endpoint.path().endsWith("/sessions"))
                // Totals name no record; FunnelRecordTest checks them.
                .filter(endpoint -> endpoint.filters().isEmpty())
                .map(endpoint -> Arguments.of(endpoint.method() + " " + endpoint.path(), endpoint));
    }

    /** A record of each mode and seller. */
    private record Records(TestSeller own, TestSeller foreign, Map<Boolean, String> ours, Map<Boolean, String> theirs) {
        static Records of(Resource resource) {
            TestSeller own = TestGateway.shared().seller();
            TestSeller foreign = TestGateway.shared().seller();
            return new Records(own, foreign, ids(own, resource), ids(foreign, resource));
        }

        private static Map<Boolean, String> ids(TestSeller seller, Resource resource) {
            Map<Boolean, String> ids = new LinkedHashMap<>();
            for (boolean live : new boolean[] {true, false}) {
                ObjectNode record = seller.create(resource, live, made -> canary(resource, made, seller, live));
                ids.put(live, record.get("id").textValue());
                if (resource == Payments.RESOURCE || resource == Subscriptions.RESOURCE) {
                    ExampleRecords.licenseKey(
                            seller, live, resource, record.get("id").textValue());
                }
                if (resource == Bookings.RESOURCE) {
                    // With a ticket, so that the booking has a document.
                    seller.create(Tickets.RESOURCE, live, ticket -> ticket.set("bookingId", record.get("id")));
                }
            }
            return ids;
        }

        private static void canary(Resource resource, ObjectNode record, TestSeller seller, boolean live) {
            if (resource == Bookings.RESOURCE) {
                record.put("status", "paid").put("isAbandoned", false).put("currency", "eur");
            }
            if (resource == Files.RESOURCE) {
                record.put("purpose", "file");
            }
            resource.fields().stream()
                    .filter(field -> field.type().equals(Type.TEXT) && record.has(field.name()))
                    .filter(field -> !List.of("orderId", "invoiceUrl", "slug", "currency", "locale")
                            .contains(field.name()))
                    .forEach(field ->
                            record.put(field.name(), "canary-" + live + "-" + seller.name() + "-" + field.name()));
        }
    }

    /** The response that the interface requires for a call. */
    private enum Expected {
        LIVE,
        TEST,
        REFUSED,
        FORBIDDEN
    }

    private static Expected expected(Resource resource, boolean liveKey, String form) {
        Expected own = liveKey ? Expected.LIVE : Expected.TEST;
        if (form.isEmpty()) {
            return own;
        }
        if (resource.modes() != Modes.LIVE_AND_TEST) {
            return Expected.REFUSED;
        }
        return switch (form) {
            case "?livemode=true" -> liveKey ? Expected.LIVE : Expected.FORBIDDEN;
            case "?livemode=false" -> Expected.TEST;
            default -> Expected.REFUSED;
        };
    }

    /** The published paths are the mounted ones. */
    @Test
    void every_published_path_has_a_row() {
        Set<String> published = new TreeSet<>();
        JsonNode paths = TestGateway.shared()
                .api(null)
                .get("/openapi.json")
                .expect(200)
                .json()
                .get("paths");
        paths.properties()
                .forEach(path -> path.getValue()
                        .fieldNames()
                        .forEachRemaining(
                                method -> published.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
        Set<String> rows = new TreeSet<>();
        TestEndpoints.all().forEach(endpoint -> rows.add(endpoint.method() + " " + endpoint.path()));
        assertThat(published).isEqualTo(rows);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("endpoints")
    void returns_only_own_records_of_the_requested_mode(String name, Endpoint endpoint) {
        Records records = Records.of(endpoint.resource());
        for (boolean liveKey : new boolean[] {true, false}) {
            TestApi api = liveKey ? records.own().live() : records.own().test();
            for (String form : FORMS) {
                Expected expected = expected(endpoint.resource(), liveKey, form);
                switch (endpoint.shape()) {
                    case LIST, WHOLE_LIST -> list(endpoint, api, records, form, expected);
                    case RECORD -> get(endpoint, api, records, form, expected);
                    case DOCUMENT -> document(endpoint, api, records, form, expected);
                }
            }
        }
    }

    private static void list(Endpoint endpoint, TestApi api, Records records, String form, Expected expected) {
        Reply reply = api.get(endpoint.path() + form);
        if (refused(reply, expected)) {
            return;
        }
        List<String> visible = endpoint.resource().modes() == Modes.NONE
                ? List.of(records.ours().get(false), records.ours().get(true))
                : List.of(records.ours().get(expected == Expected.LIVE));
        assertThat(reply.ids()).as(endpoint.path() + form).isEqualTo(visible);
        assertThat(reply.body())
                .doesNotContain(records.foreign().name(), records.foreign().id());
        Reply lines = api.send("GET", endpoint.path() + form, Map.of("Accept", "application/x-ndjson"));
        assertThat(lines.expect(200)
                        .body()
                        .lines()
                        .map(line -> TestApi.json(line).get("id").textValue()))
                .as("as JSON lines")
                .isEqualTo(visible);
        if (endpoint.shape() == Endpoint.Shape.LIST) {
            assertThat(reply.total()).isEqualTo(visible.size());
            assertCursorsTellNothing(endpoint, api, records, form, visible);
        }
    }

    /** A cursor is a position: it makes no difference whose record it names, or whether the record exists. */
    private static void assertCursorsTellNothing(
            Endpoint endpoint, TestApi api, Records records, String form, List<String> visible) {
        String path = endpoint.path() + (form.isEmpty() ? "?" : form + "&");
        for (String cursor : records.theirs().values()) {
            Reply after = api.get(path + "starting_after=" + cursor);
            List<String> later = after(visible, cursor);
            assertThat(after.ids()).isEqualTo(later);
            nobodys(cursor, records)
                    .filter(beside -> after(visible, beside).equals(later))
                    .findFirst()
                    .ifPresent(beside -> assertThat(after.fingerprint())
                            .isEqualTo(
                                    api.get(path + "starting_after=" + beside).fingerprint()));
        }
    }

    private static List<String> after(List<String> visible, String cursor) {
        return visible.stream().filter(id -> id.compareTo(cursor) < 0).toList();
    }

    /** Ids close to an existing one that belong to no record. */
    private static Stream<String> nobodys(String id, Records records) {
        return "0123456789abcdef"
                .chars()
                .mapToObj(digit -> id.substring(0, 23) + (char) digit)
                .filter(other -> !other.equals(id) && !records.ours().containsValue(other));
    }

    /** Returns the record of a response: its id, or the URL of its content. */
    private static String named(JsonNode data) {
        return data.has("id") ? data.get("id").textValue() : data.get("url").textValue();
    }

    private static void get(Endpoint endpoint, TestApi api, Records records, String form, Expected expected) {
        String unknown = api.get(at(endpoint, UNKNOWN) + form).fingerprint();
        for (boolean live : new boolean[] {true, false}) {
            Reply own = api.get(at(endpoint, records.ours().get(live)) + form);
            Reply foreign = api.get(at(endpoint, records.theirs().get(live)) + form);
            if (refused(own, expected)) {
                assertThat(foreign.fingerprint()).isEqualTo(own.fingerprint()).isEqualTo(unknown);
                continue;
            }
            if (isVisible(endpoint, live, expected)) {
                assertThat(named(own.expect(200).json().get("data")))
                        .contains(records.ours().get(live));
            } else {
                own.expect(404);
                assertThat(own.fingerprint())
                        .as("of the other mode, as unknown")
                        .isEqualTo(unknown);
            }
            foreign.expect(404);
            assertThat(foreign.fingerprint()).as("another seller's, as unknown").isEqualTo(unknown);
        }
    }

    private static boolean isVisible(Endpoint endpoint, boolean live, Expected expected) {
        return endpoint.resource().modes() == Modes.NONE || live == (expected == Expected.LIVE);
    }

    private static void document(Endpoint endpoint, TestApi api, Records records, String form, Expected expected) {
        Reply unknown = api.get(at(endpoint, UNKNOWN) + form);
        for (boolean live : new boolean[] {true, false}) {
            Reply own = api.get(at(endpoint, records.ours().get(live)) + form);
            if (refused(own, expected)) {
                continue;
            }
            if (isVisible(endpoint, live, expected)) {
                assertThat(own.expect(200).body()).startsWith("%PDF-");
            } else {
                assertThat(own.fingerprint()).isEqualTo(unknown.fingerprint());
            }
            Reply foreign = api.get(at(endpoint, records.theirs().get(live)) + form);
            assertThat(foreign.expect(404).fingerprint()).isEqualTo(unknown.fingerprint());
        }
    }

    private static boolean refused(Reply reply, Expected expected) {
        if (expected == Expected.REFUSED) {
            assertThat(reply.problems())
                    .allMatch(name -> name.equalsIgnoreCase("livemode"))
                    .isNotEmpty();
            return true;
        }
        if (expected == Expected.FORBIDDEN) {
            assertThat(reply.expect(403).json().get("code").textValue()).isEqualTo("test_key_live_data");
            assertThat(reply.json().get("message").textValue())
                    .contains("Test API keys can only read test data")
                    .contains("Remove the livemode parameter or use a live API key");
            return true;
        }
        return false;
    }

    private static String at(Endpoint endpoint, String id) {
        return endpoint.path().replaceAll("\\{\\w+}", id);
    }
}
