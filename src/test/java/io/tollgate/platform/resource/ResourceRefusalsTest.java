package io.tollgate.platform.resource;

import static io.tollgate.support.TestApi.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.app.TestEndpoints;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every list rejects: invalid values, with the name of their parameter, and unknown parameters. */
class ResourceRefusalsTest {
    /** One seller for all tests, which write nothing. */
    private static final TestApi API = TestGateway.shared().seller().live();

    static List<Resource> paged() {
        return TestEndpoints.paged();
    }

    /** Every parameter of every list, with an invalid value. */
    static Stream<Arguments> wrongValues() {
        return paged().stream().flatMap(ResourceRefusalsTest::wrongValues);
    }

    private static Stream<Arguments> wrongValues(Resource resource) {
        List<Arguments> all = new ArrayList<>();
        resource.filters()
                .forEach(filter -> all.add(Arguments.of(resource, filter.name(), FilterValues.wrong(filter.type()))));
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
    @MethodSource("wrongValues")
    void every_wrong_value_is_refused_by_the_name_of_its_parameter(Resource resource, String name, String value) {
        Reply reply = API.get(resource.path() + "?" + name + "=" + encoded(value));
        assertThat(reply.problems()).containsExactly(name);
        JsonNode body = reply.json();
        assertThat(names(body)).containsExactly("status", "type", "message", "errors", "code", "requestId");
        assertThat(body.get("code").textValue()).isEqualTo("validation_failed");
        assertThat(names(body.get("errors").get(0))).containsExactly("param", "message", "value");
        assertThat(body.get("requestId").textValue()).isEqualTo(reply.header("Request-Id"));
    }

    @ParameterizedTest
    @MethodSource("paged")
    void unknown_repeated_and_empty_parameters_are_refused_together(Resource resource) {
        String path = resource.path();
        JsonNode mistyped = API.get(path + "?limt=5").expect(400).json();
        assertThat(mistyped.at("/errors/0/param").textValue()).isEqualTo("limt");
        assertThat(mistyped.at("/errors/0/message").textValue()).isEqualTo("unknown parameter, did you mean limit?");
        assertThat(API.get(path + "?surely_not_one=1")
                        .json()
                        .at("/errors/0/message")
                        .textValue())
                .isEqualTo("unknown parameter");
        assertThat(API.get(path + "?limit=5&limit=5").problems()).containsExactly("limit");
        assertThat(API.get(path + "?limit=").problems()).containsExactly("limit");
        assertThat(API.get(path + "?limit").problems()).containsExactly("limit");
        assertThat(API.get(path + "?limit=0&zz=1&starting_after=x").problems())
                .containsExactly("limit", "zz", "starting_after");
        String id = "65f0c0ffee0123456789abcd";
        assertThat(API.get(path + "?starting_after=" + id + "&ending_before=" + id)
                        .problems())
                .containsExactly("ending_before");
        for (String name : ListRequest.allowed(resource)) {
            assertThat(API.get(path + "?" + name + "=").problems()).containsExactly(name);
            String cut = name.substring(0, name.length() - 1);
            assertThat(API.get(path + "?" + cut + "=1")
                            .json()
                            .at("/errors/0/message")
                            .textValue())
                    .isEqualTo("unknown parameter, did you mean " + name + "?");
        }
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
