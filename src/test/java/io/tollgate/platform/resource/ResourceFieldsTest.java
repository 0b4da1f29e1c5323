package io.tollgate.platform.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.app.TestEndpoints;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import io.tollgate.support.Samples;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every record contains every declared field, in the declared order. */
class ResourceFieldsTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    static List<Resource> resources() {
        return TestEndpoints.resources();
    }

    /** An empty list would be no page. */
    private static final String ALL_IF_NULL = "/v1/members.pages";

    @ParameterizedTest
    @MethodSource("resources")
    void every_declared_field_is_present_in_declared_order(Resource resource) {
        ObjectNode full = seller.create(resource, true, record -> {});
        ObjectNode sparse = seller.sample(resource, true, java.time.Instant.now());
        TestSeller.await(seller.insert(resource, true, Samples.sparse(resource, sparse)));
        for (ObjectNode record : List.of(full, sparse)) {
            String id = record.get("id").textValue();
            JsonNode got = api.get(resource.path() + "/" + id).expect(200).json();
            assertThat(names(got)).containsExactly("data");
            assertDeclared(resource.fields(), got.get("data"), resource.path());
            JsonNode listed = null;
            for (JsonNode candidate :
                    api.get(resource.path()).expect(200).json().get("data")) {
                assertDeclared(resource.fields(), candidate, resource.path());
                listed = candidate.get("id").textValue().equals(id) ? candidate : listed;
            }
            assertThat(unsigned(listed)).isEqualTo(unsigned(got.get("data")));
        }
        JsonNode shown = api.get(resource.path() + "/" + full.get("id").textValue())
                .json()
                .get("data");
        assertThat(names(shown)).as("a full record has every field").isEqualTo(declared(resource.fields()));
    }

    /** Removes links, which depend on the second in which they were signed. */
    private static ObjectNode unsigned(JsonNode record) {
        return ((ObjectNode) record).without("invoiceUrl");
    }

    /** Compares the order of names; optional fields may be missing, but not be elsewhere. */
    private static void assertDeclared(List<Field> fields, JsonNode value, String path) {
        List<String> expected = new ArrayList<>();
        for (Field field : fields) {
            if (value.has(field.name()) || !field.maybeAbsent()) {
                expected.add(field.name());
            }
        }
        assertThat(names(value)).as(path).isEqualTo(expected);
        for (Field field : fields) {
            if (value.has(field.name())) {
                assertOfType(field.type(), value.get(field.name()), path + "." + field.name());
            }
        }
    }

    private static void assertOfType(Type type, JsonNode value, String path) {
        switch (type.kind()) {
            case LIST -> {
                assertThat(value.isArray() || value.isNull() && path.equals(ALL_IF_NULL))
                        .as(path)
                        .isTrue();
                value.forEach(item -> assertOfType(type.element(), item, path));
            }
            case OBJECT -> {
                if (!value.isNull()) {
                    assertDeclared(type.fields(), value, path);
                }
            }
            case MAP -> assertThat(value.isObject() || value.isNull()).as(path).isTrue();
            case BOOLEAN ->
                assertThat(value.isBoolean() || value.isNull()).as(path).isTrue();
            case MONEY, INTEGER ->
                assertThat(value.isIntegralNumber() || value.isNull()).as(path).isTrue();
            case NUMBER ->
                assertThat(value.isNumber() || value.isNull()).as(path).isTrue();
            case ANY -> assertThat(value).as(path).isNotNull();
            default -> assertThat(value.isTextual() || value.isNull()).as(path).isTrue();
        }
    }

    private static List<String> declared(List<Field> fields) {
        return fields.stream().map(Field::name).toList();
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
