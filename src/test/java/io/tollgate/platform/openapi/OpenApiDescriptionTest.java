package io.tollgate.platform.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tollgate.support.TestGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every property of the published document has a description, which its declaration states. */
class OpenApiDescriptionTest {
    private static final Path SOURCES = Path.of("src/main/resources/openapi");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final JsonNode schemas = TestGateway.shared()
            .api(null)
            .get("/openapi.json")
            .expect(200)
            .json()
            .at("/components/schemas");

    @Test
    void every_property_has_a_description() {
        List<String> bare = new ArrayList<>();
        schemas.properties()
                .forEach(schema -> schema.getValue()
                        .path("properties")
                        .properties()
                        .forEach(property -> {
                            if (property.getValue().path("description").asText().isBlank()) {
                                bare.add(schema.getKey() + "." + property.getKey());
                            }
                        }));
        assertThat(bare).as("properties without .doc(…) at their declaration").isEmpty();
    }

    /** A description applies beside a {@code $ref} in OpenAPI 3.1: it says what the object means in this place. */
    @Test
    void references_have_descriptions_of_their_own() {
        assertThat(schemas.at("/Payment/properties/billing/description").textValue())
                .contains("billed to");
    }

    @Test
    void descriptions_are_sentences() {
        schemas.properties()
                .forEach(schema -> schema.getValue()
                        .path("properties")
                        .properties()
                        .forEach(property -> assertThat(
                                        property.getValue().path("description").asText())
                                .as("%s.%s", schema.getKey(), property.getKey())
                                .endsWith(".")
                                .doesNotContain("  ")));
    }

    /** Only errors and shared objects, which no declaration describes, have descriptions in files. */
    @Test
    void resource_files_describe_no_properties() throws IOException {
        for (String file : List.of("fields.json", "parameters.json", "names.json", "resources.json")) {
            Path path = SOURCES.resolve(file);
            if (Files.exists(path)) {
                assertThat(MAPPER.readTree(path.toFile()).findValues("description"))
                        .as("%s: describe a field with .doc(…) at its declaration", file)
                        .isEmpty();
            }
        }
    }
}
