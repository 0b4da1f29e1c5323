package io.tollgate.platform.resource;

import static io.tollgate.support.TestApi.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.app.TestEndpoints;
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

/** The contract of all resources, tested for each over HTTP. */
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
                .flatMap(resource -> resource.filters().stream()
                        .filter(filter -> !filter.ofId())
                        .map(filter -> Arguments.of(resource, filter)));
    }

    @ParameterizedTest
    @MethodSource("filters")
    void every_filter_finds_exactly_the_records_that_have_its_value(Resource resource, Filter filter) {
        List<Object> values = Samples.twoValues(filter);
        String has = seller.create(resource, true, record -> Samples.set(record, filter, values.get(0)))
                .get("id")
                .textValue();
        String hasNot = seller.create(resource, true, record -> Samples.set(record, filter, values.get(1)))
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
        return (filter.listed() ? value.get(0) : value).asText();
    }

    @ParameterizedTest
    @MethodSource("filters")
    void records_without_a_value_match_no_value_but_the_one_that_stands_for_it(Resource resource, Filter filter) {
        if (!resource.recorded() || required(resource, filter)) {
            return;
        }
        String without = seller.create(
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

    @ParameterizedTest
    @MethodSource("paged")
    void a_filter_by_the_id_behind_a_prefix_finds_one_record(Resource resource) {
        for (Filter filter : resource.filters()) {
            if (!filter.ofId()) {
                continue;
            }
            String id = seller.create(resource, true, record -> {}).get("id").textValue();
            seller.create(resource, true, record -> {});
            Reply found = api.get(resource.path() + "?" + filter.name() + "=" + filter.idPrefix() + id);
            assertThat(found.ids()).containsExactly(id);
            assertThat(found.total()).isOne();
            for (String other : List.of(id, "x" + filter.idPrefix() + id, filter.idPrefix() + "f".repeat(24))) {
                Reply none = api.get(resource.path() + "?" + filter.name() + "=" + other);
                assertThat(none.ids()).as(other).isEmpty();
                assertThat(none.total()).isZero();
            }
        }
    }

    /** A filter with a fallback never has an empty column. */
    private static boolean required(Resource resource, Filter filter) {
        String sql = "SELECT FROM information_schema.columns"
                + " WHERE table_name = $1 AND column_name = $2 AND is_nullable = 'NO'";
        return filter.fallback() == null
                && TestSeller.rows(sql, resource.table(), filter.column()).size() > 0;
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
            all.add(0, seller.create(resource, true, record -> {}).get("id").textValue());
        }
        String path = resource.path();
        assertThat(api.get(path).ids()).isEqualTo(all);
        Reply first = api.get(path + "?limit=2");
        assertThat(first.ids()).isEqualTo(all.subList(0, 2));
        assertThat(first.total()).isEqualTo(5);
        assertThat(first.hasMore()).isTrue();
        Reply second = api.get(path + "?limit=2&starting_after=" + all.get(1));
        assertThat(second.ids()).isEqualTo(all.subList(2, 4));
        assertThat(second.total()).isEqualTo(5);
        assertThat(second.hasMore()).isTrue();
        Reply last = api.get(path + "?limit=2&starting_after=" + all.get(3));
        assertThat(last.ids()).isEqualTo(all.subList(4, 5));
        assertThat(last.hasMore()).isFalse();
        Reply back = api.get(path + "?limit=2&ending_before=" + all.get(4).toUpperCase(Locale.ROOT));
        assertThat(back.ids()).as("the page that ends just before the cursor").isEqualTo(all.subList(2, 4));
        assertThat(back.hasMore()).isTrue();
        Reply front = api.get(path + "?limit=2&ending_before=" + all.get(2));
        assertThat(front.ids()).isEqualTo(all.subList(0, 2));
        assertThat(front.hasMore()).isFalse();
        assertThat(api.get(path + "?limit=4").hasMore()).isTrue();
        assertThat(api.get(path + "?limit=5").hasMore()).isFalse();
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
    @MethodSource("resources")
    void get_takes_the_id_in_either_case_and_refuses_what_is_none(Resource resource) {
        String id = seller.create(resource, true, record -> {}).get("id").textValue();
        String lower = api.get(resource.path() + "/" + id).expect(200).bodyWithoutRequestId();
        assertThat(api.get(resource.path() + "/" + id.toUpperCase(Locale.ROOT))
                        .expect(200)
                        .bodyWithoutRequestId())
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
            all.add(seller.create(resource, true, record -> {}).get("id").textValue());
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
