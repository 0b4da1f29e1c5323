package io.tollgate.platform.export;

import static io.tollgate.support.TestApi.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.app.TestEndpoints;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.Resource;
import io.tollgate.support.CsvFile;
import io.tollgate.support.Samples;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every list returns the same records in all its formats. */
class ExportedListsTest {
    static final Map<String, String> CSV = Map.of("Accept", "text/csv");
    static final Map<String, String> NDJSON = Map.of("Accept", "application/x-ndjson");

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    static List<Resource> paged() {
        return TestEndpoints.paged();
    }

    static Stream<Endpoint> whole() {
        return TestEndpoints.all().stream()
                .filter(Endpoint::isList)
                .filter(endpoint -> endpoint.shape() == Endpoint.Shape.WHOLE_LIST)
                // Keys change when they are used, and are created by requests only: ApiKeyRoutesTest exports them.
                .filter(endpoint -> !endpoint.path().equals("/v1/api-keys"));
    }

    static Stream<Arguments> filters() {
        return paged().stream()
                .flatMap(resource -> resource.filters().stream()
                        .filter(filter -> !filter.ofId())
                        .map(filter -> Arguments.of(resource, filter)));
    }

    @ParameterizedTest
    @MethodSource("paged")
    void list_with_pages(Resource resource) {
        for (int i = 0; i < 3; i++) {
            seller.create(resource, true, record -> {});
        }
        Reply json = api.get(resource.path() + "?limit=100").expect(200);
        assertThat(json.total()).isEqualTo(3);
        assertThat("{\"data\":[" + String.join(",", lines(resource.path())) + "],\"total\":3,\"has_more\":false}")
                .isEqualTo(withoutSignatures(json));
        CsvFile csv = CsvFile.of(api.send("GET", resource.path(), CSV));
        assertThat(csv.column("id")).isEqualTo(json.ids());
        assertThat(lines(resource.path() + "?limit=2&starting_after="
                        + json.ids().get(0)))
                .isEqualTo(lines(resource.path()).subList(1, 3));
        assertThat(lines(resource.path() + "?ending_before=" + json.ids().get(2)))
                .isEqualTo(lines(resource.path()).subList(0, 2));
        assertThat(lines(
                        resource.path() + "?limit=1&ending_before=" + json.ids().get(2)))
                .isEqualTo(lines(resource.path()).subList(1, 2));
    }

    @ParameterizedTest
    @MethodSource("paged")
    void list_without_records(Resource resource) {
        assertThat(api.send("GET", resource.path(), NDJSON).expect(200).body()).isEmpty();
        assertThat(CsvFile.of(api.send("GET", resource.path(), CSV)).column("id"))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("filters")
    void filters_select_the_same_records(Resource resource, Filter filter) {
        List<Object> values = Samples.twoValues(filter);
        for (Object value : values) {
            seller.create(resource, true, record -> Samples.set(record, filter, value));
        }
        String path = resource.path() + "?" + filter.name() + "="
                + encoded(values.get(0).toString());
        assertSame(api.get(path).ids(), path);
        assertThat(api.get(path).ids()).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("paged")
    void search_times_and_mode_select_the_same_records(Resource resource) {
        String id = seller.create(resource, true, record -> {}).get("createdAt").textValue();
        seller.create(resource, false, record -> {});
        List<String> queries = new ArrayList<>(List.of("?limit=1"));
        if (resource.search().exists()) {
            queries.add("?search=sample");
            queries.add("?search=no-such-text");
        }
        if (resource.createdBounds()) {
            queries.add("?createdAfter=" + id);
            queries.add("?createdBefore=" + id);
            queries.add("?createdAfter=2099-01-01T00:00:00Z");
        }
        if (resource.modes() == Resource.Modes.LIVE_AND_TEST) {
            queries.add("?livemode=false");
        }
        for (String query : queries) {
            assertSame(api.get(resource.path() + query).ids(), resource.path() + query);
        }
    }

    private void assertSame(List<String> ids, String path) {
        assertThat(lines(path).stream()
                        .map(TestApi::json)
                        .map(record -> record.get("id").textValue()))
                .as(path)
                .isEqualTo(ids);
        assertThat(CsvFile.of(api.send("GET", path, CSV)).column("id")).as(path).isEqualTo(ids);
    }

    private List<String> lines(String path) {
        return withoutSignatures(api.send("GET", path, NDJSON).expect(200))
                .lines()
                .toList();
    }

    /** Links are signed for each response. */
    private static String withoutSignatures(Reply reply) {
        return reply.bodyWithoutRequestId();
    }

    @ParameterizedTest
    @MethodSource("whole")
    void list_without_pages(Endpoint endpoint) {
        Resource parent = TestEndpoints.whole(endpoint);
        String id = seller.create(parent, true, record -> {}).get("id").textValue();
        String path = endpoint.path().replace("{pageId}", id);
        if (path.contains("{ticketGroupId}")) {
            path = path.replace(
                    "{ticketGroupId}",
                    api.get(parent.path() + "/" + id + "/ticket-groups").ids().get(0));
        }
        List<JsonNode> records = new ArrayList<>();
        api.get(path).expect(200).json().get("data").forEach(records::add);
        assertThat(lines(path).stream().map(TestApi::json)).isEqualTo(records);
        CsvFile csv = CsvFile.of(api.send("GET", path, CSV));
        assertThat(csv.rows()).hasSize(records.size());
        assertThat(api.send("GET", path + "?livemode=true", CSV).problems()).containsExactly("livemode");
    }
}
