package io.tollgate.platform.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tollgate.support.TestGateway;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.SchemaRepository;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every property of the OpenAPI document has an example that its schema allows. */
class OpenApiExamplesTest {
    private static final String BASE = "https://tollgate.example/openapi.json";

    private static final JsonSchemaOptions OPTIONS = new JsonSchemaOptions()
            .setBaseUri("https://tollgate.example")
            .setDraft(Draft.DRAFT202012)
            .setOutputFormat(OutputFormat.Flag);

    private final ObjectNode document = (ObjectNode)
            TestGateway.shared().api(null).get("/openapi.json").expect(200).json();

    private final SchemaRepository repository = SchemaRepository.create(OPTIONS)
            .dereference(
                    BASE,
                    JsonSchema.of(
                            BASE,
                            new JsonObject(
                                    withoutNumberFormats(document.deepCopy()).toString())));

    /** Handles each property with its place, like {@code Payment.amount}. */
    private interface Check {
        void of(String place, JsonNode property);
    }

    private void eachProperty(Check check) {
        document.at("/components/schemas")
                .properties()
                .forEach(schema -> schema.getValue()
                        .path("properties")
                        .properties()
                        .forEach(property -> check.of(schema.getKey() + "." + property.getKey(), property.getValue())));
    }

    @Test
    void every_property_has_an_example() {
        List<String> without = new ArrayList<>();
        eachProperty((place, property) -> {
            if (property.path("examples").isEmpty()) {
                without.add(place);
            }
        });
        assertThat(without)
                .as("send them in story.json, or add them to examples/more.json")
                .isEmpty();
    }

    @Test
    void every_example_is_valid() {
        List<String> invalid = new ArrayList<>();
        eachProperty((place, property) -> property.path("examples").forEach(example -> {
            if (!isValid(place, example)) {
                invalid.add(place + " " + example);
            }
        }));
        assertThat(invalid).isEmpty();
        assertThat(isValid("Payment.amount", TextNode.valueOf("2500"))).isFalse();
        assertThat(isValid("TicketTypeCreate.price", IntNode.valueOf(-1))).isFalse();
    }

    private boolean isValid(String place, JsonNode example) {
        String property = BASE + "#/components/schemas/" + place.replace(".", "/properties/");
        JsonObject wrapped = new JsonObject("{\"value\":" + example + "}");
        return repository
                .validator(JsonSchema.of(new JsonObject().put("$ref", property)), OPTIONS)
                .validate(wrapped.getValue("value"))
                .getValid();
    }

    /** The validator applies the format of a number that may be null to null. */
    private static JsonNode withoutNumberFormats(JsonNode node) {
        if (node.path("format").asText().equals("int64")) {
            ((ObjectNode) node).remove("format");
        }
        node.forEach(OpenApiExamplesTest::withoutNumberFormats);
        return node;
    }
}
