package io.tollgate.resource;

import static io.tollgate.support.TestApi.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.TestEndpoints;
import io.tollgate.support.Samples;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every resource promises, asked of each over HTTP. */
class ResourceContractTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    static List<Resource> resources() {
        return TestEndpoints.resources();
    }

    static List<Resource> paged() {
        return TestEndpoints.paged();
    }

    static Stream<Arguments> filters() {
        return paged().stream()
                .flatMap(resource -> resource.filters().stream().map(filter -> Arguments.of(resource, filter)));
    }

    /** Every parameter of every list with a value that it refuses. */
    static Stream<Arguments> wrongValues() {
        return paged().stream().flatMap(ResourceContractTest::wrongValues);
    }

    private static Stream<Arguments> wrongValues(Resource resource) {
        List<Arguments> all = new ArrayList<>();
        resource.filters()
                .forEach(filter -> all.add(
                        Arguments.of(resource, filter.name(), filter.type().wrong())));
        for (String limit : List.of("0", "101", "-1", "+5", "05", "1e1", "5.0", " 5", "５", "99999999999")) {
            all.add(Arguments.of(resource, "limit", limit));
        }
        for (String cursor :
                List.of("x", "65f0c0ffee0123456789abc", "65f0c0ffee0123456789abcdd", "65f0c0ffee0123456789abcg")) {
            all.add(Arguments.of(resource, "starting_after", cursor));
            all.add(Arguments.of(resource, "ending_before", cursor));
        }
        if (resource.createdBounds()) {
            for (String time : List.of(
                    "2026-01-31",
                    "2026-01-31T00:00:00",
                    "2026-01-31T00:00:00+00:00",
                    "2026-02-30T00:00:00Z",
                    "2026-01-31T24:00:00Z",
                    "2026-01-31T23:59:60Z",
                    "now",
                    "1767225600")) {
                all.add(Arguments.of(resource, "createdAfter", time));
                all.add(Arguments.of(resource, "createdBefore", time));
            }
        }
        if (resource.search().exists()) {
            all.add(Arguments.of(resource, "search", "x".repeat(201)));
            all.add(Arguments.of(resource, "search", "  "));
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("filters")
    void every_filter_finds_exactly_the_records_that_have_its_value(Resource resource, Filter filter) {
        List<Object> values = Samples.twoValues(filter);
        String has = seller.has(resource, true, record -> Samples.set(record, filter, values.get(0)))
                .get("id")
                .textValue();
        String hasNot = seller.has(resource, true, record -> Samples.set(record, filter, values.get(1)))
                .get("id")
                .textValue();
        String query = resource.path() + "?" + filter.name() + "=";
        Reply found = api.get(query + encoded(values.get(0).toString()));
        assertThat(found.ids()).contains(has).doesNotContain(hasNot).hasSize((int) found.total());
        assertThat(found.json().get("data"))
                .allSatisfy(record ->
                        assertThat(at(record, filter)).isEqualTo(values.get(0).toString()));
        Reply other = api.get(query + encoded(values.get(1).toString()));
        assertThat(other.ids()).contains(hasNot).doesNotContain(has).hasSize((int) other.total());
    }

    private static String at(JsonNode record, Filter filter) {
        JsonNode value = record;
        for (String step : filter.path()) {
            value = value.get(step);
        }
        return value.asText();
    }

    @ParameterizedTest
    @MethodSource("filters")
    void records_without_a_value_match_no_value_but_the_one_that_stands_for_it(Resource resource, Filter filter) {
        if (!resource.recorded() || required(resource, filter)) {
            return;
        }
        String without = seller.has(
                        resource, true, record -> record.putNull(filter.path().get(0)))
                .get("id")
                .textValue();
        for (Object value : Samples.twoValues(filter)) {
            Reply reply = api.get(resource.path() + "?" + filter.name() + "=" + encoded(value.toString()));
            boolean standsForNone = value.equals(filter.fallback());
            assertThat(reply.ids().contains(without)).isEqualTo(standsForNone);
            assertThat(reply.total()).isEqualTo(reply.ids().size());
        }
    }

    /** A filter with a fallback never has an empty column. */
    private static boolean required(Resource resource, Filter filter) {
        String sql = "SELECT FROM information_schema.columns"
                + " WHERE table_name = $1 AND column_name = $2 AND is_nullable = 'NO'";
        return filter.fallback() == null
                && TestSeller.rows(sql, resource.table(), filter.column()).size() > 0;
    }

    @ParameterizedTest
    @MethodSource("wrongValues")
    void every_wrong_value_is_refused_by_the_name_of_its_parameter(Resource resource, String name, String value) {
        Reply reply = api.get(resource.path() + "?" + name + "=" + encoded(value));
        assertThat(reply.problems()).containsExactly(name);
        JsonNode body = reply.json();
        assertThat(names(body)).containsExactly("status", "type", "message", "errors", "code", "requestId");
        assertThat(body.get("code").textValue()).isEqualTo("validation_failed");
        assertThat(names(body.get("errors").get(0))).containsExactly("param", "message", "value");
        assertThat(body.get("requestId").textValue()).isEqualTo(reply.header("Request-Id"));
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @ParameterizedTest
    @MethodSource("paged")
    void both_cursors_walk_the_list_newest_first(Resource resource) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            all.add(0, seller.has(resource, true, record -> {}).get("id").textValue());
        }
        String path = resource.path();
        assertThat(api.get(path).ids()).isEqualTo(all);
        Reply first = api.get(path + "?limit=2");
        assertThat(first.ids()).isEqualTo(all.subList(0, 2));
        assertThat(first.total()).isEqualTo(5);
        assertThat(first.more()).isTrue();
        Reply second = api.get(path + "?limit=2&starting_after=" + all.get(1));
        assertThat(second.ids()).isEqualTo(all.subList(2, 4));
        assertThat(second.total()).isEqualTo(5);
        assertThat(second.more()).isTrue();
        Reply last = api.get(path + "?limit=2&starting_after=" + all.get(3));
        assertThat(last.ids()).isEqualTo(all.subList(4, 5));
        assertThat(last.more()).isFalse();
        Reply back = api.get(path + "?limit=2&ending_before=" + all.get(4).toUpperCase(Locale.ROOT));
        assertThat(back.ids()).as("the page that ends just before the cursor").isEqualTo(all.subList(2, 4));
        assertThat(back.more()).isTrue();
        Reply front = api.get(path + "?limit=2&ending_before=" + all.get(2));
        assertThat(front.ids()).isEqualTo(all.subList(0, 2));
        assertThat(front.more()).isFalse();
        assertThat(api.get(path + "?limit=5").more()).isFalse();
        assertThat(api.get(path + "?limit=1&starting_after=" + "0".repeat(24)).ids())
                .isEmpty();
        assertThat(api.get(path + "?limit=100&starting_after=" + "f".repeat(24)).ids())
                .isEqualTo(all);
    }

    @ParameterizedTest
    @MethodSource("paged")
    void list_without_records_is_empty(Resource resource) {
        assertThat(api.get(resource.path()).expect(200).body())
                .isEqualTo("{\"data\":[],\"total\":0,\"has_more\":false}");
        assertThat(api.get(resource.path() + "/").expect(200).body())
                .as("with a final slash")
                .isEqualTo("{\"data\":[],\"total\":0,\"has_more\":false}");
    }

    @ParameterizedTest
    @MethodSource("paged")
    void unknown_repeated_and_empty_parameters_are_refused_together(Resource resource) {
        String path = resource.path();
        JsonNode mistyped = api.get(path + "?limt=5").expect(400).json();
        assertThat(mistyped.at("/errors/0/param").textValue()).isEqualTo("limt");
        assertThat(mistyped.at("/errors/0/message").textValue()).isEqualTo("unknown parameter, did you mean limit?");
        assertThat(api.get(path + "?surely_not_one=1")
                        .json()
                        .at("/errors/0/message")
                        .textValue())
                .isEqualTo("unknown parameter");
        assertThat(api.get(path + "?limit=5&limit=5").problems()).containsExactly("limit");
        assertThat(api.get(path + "?limit=").problems()).containsExactly("limit");
        assertThat(api.get(path + "?limit").problems()).containsExactly("limit");
        assertThat(api.get(path + "?limit=0&zz=1&starting_after=x").problems())
                .containsExactly("limit", "zz", "starting_after");
        String id = "65f0c0ffee0123456789abcd";
        assertThat(api.get(path + "?starting_after=" + id + "&ending_before=" + id)
                        .problems())
                .containsExactly("ending_before");
        for (String name : ListRequest.allowed(resource)) {
            assertThat(api.get(path + "?" + name + "=").problems()).containsExactly(name);
            String cut = name.substring(0, name.length() - 1);
            assertThat(api.get(path + "?" + cut + "=1")
                            .json()
                            .at("/errors/0/message")
                            .textValue())
                    .isEqualTo("unknown parameter, did you mean " + name + "?");
        }
    }

    @ParameterizedTest
    @MethodSource("resources")
    void get_takes_the_id_in_either_case_and_refuses_what_is_none(Resource resource) {
        String id = seller.has(resource, true, record -> {}).get("id").textValue();
        String lower = api.get(resource.path() + "/" + id).expect(200).body();
        assertThat(api.get(resource.path() + "/" + id.toUpperCase(Locale.ROOT))
                        .expect(200)
                        .body())
                .isEqualTo(lower);
        for (String wrong : List.of("x", id + "0", id.substring(1), "g" + id.substring(1), "%20" + id)) {
            assertThat(api.get(resource.path() + "/" + wrong).problems()).containsExactly(resource.idName());
        }
        assertThat(api.get(resource.path() + "/x?limit=5").problems()).containsExactly(resource.idName(), "limit");
        JsonNode unknown =
                api.get(resource.path() + "/" + "0".repeat(24)).expect(404).json();
        assertThat(unknown.get("code").textValue()).isEqualTo("not_found");
        assertThat(unknown.get("message").textValue()).isEqualTo(resource.noun() + " not found");
        assertThat(unknown.get("errors")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("unpaged")
    void list_of_few_shows_them_all_and_takes_no_parameters(Resource resource) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 103; i++) {
            all.add(seller.has(resource, true, record -> {}).get("id").textValue());
        }
        Collections.reverse(all);
        Reply reply = api.get(resource.path());
        assertThat(names(reply.json())).containsExactly("data");
        assertThat(reply.ids()).isEqualTo(all);
        assertThat(api.get(resource.path() + "?limit=5&x=1").problems()).containsExactly("limit", "x");
    }

    static List<Resource> unpaged() {
        return resources().stream()
                .filter(resource -> !paged().contains(resource))
                .toList();
    }
}
