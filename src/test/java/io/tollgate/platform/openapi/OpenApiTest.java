package io.tollgate.platform.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The published document is the one that was reviewed, and whole. */
class OpenApiTest {
    private static final Path GOLDEN = Path.of("src/test/golden/openapi.json");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final JsonNode document = served().json();

    private static Reply served() {
        return TestGateway.shared().api(null).get("/openapi.json").expect(200);
    }

    /** Run with {@code -Dgolden=write} to write it anew. */
    @Test
    void is_the_golden_file() throws IOException {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentArraysWith(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
        String text = MAPPER.writer(printer).writeValueAsString(document) + "\n";
        if ("write".equals(System.getProperty("golden"))) {
            Files.createDirectories(GOLDEN.getParent());
            Files.writeString(GOLDEN, text);
        }
        assertThat(GOLDEN)
                .as("the published document changed: run scripts/spec and review what it wrote")
                .content(StandardCharsets.UTF_8)
                .isEqualTo(text);
    }

    @Test
    void operation_ids_are_unique() {
        List<String> ids = new ArrayList<>();
        document.get("paths")
                .forEach(path -> path.forEach(
                        operation -> ids.add(operation.get("operationId").textValue())));
        assertThat(ids).doesNotHaveDuplicates().contains("listPayments", "getSubscriptionPayment");
    }

    @Test
    void every_schema_is_referred_to() {
        Set<String> named = new HashSet<>();
        document.at("/components/schemas").fieldNames().forEachRemaining(named::add);
        Set<String> referred = new HashSet<>();
        document.findValuesAsText("$ref")
                .forEach(reference -> referred.add(reference.substring(reference.lastIndexOf('/') + 1)));
        assertThat(referred).containsAll(named);
    }

    /** Code generators invent names for inline objects. */
    @Test
    void every_object_is_a_named_schema() {
        document.at("/components/schemas")
                .properties()
                .forEach(schema -> schema.getValue().forEach(part -> inline(part, schema.getKey())));
        inline(document.get("paths"), "paths");
        inline(document.at("/components/responses"), "responses");
    }

    private static void inline(JsonNode node, String place) {
        if (node.path("properties").isObject() && node.has("type")) {
            fail("an inline object in " + place + ": " + node);
        }
        node.forEach(part -> inline(part, place));
    }

    /** Generators of clients fail at a null in {@code anyOf}, and a type {@code File} hides that of browsers. */
    @Test
    void null_is_a_form_of_one_of_and_no_schema_hides_a_type_of_browsers() {
        assertThat(document.findValues("anyOf")).isEmpty();
        assertThat(document.findValues("oneOf")).hasSizeGreaterThan(100);
        assertThat(document.at("/components/schemas").has("File")).isFalse();
    }

    /** A name made of the first place of several would change with the order of the document. */
    @Test
    void a_schema_that_several_hold_has_a_name_of_its_own() throws IOException {
        Set<String> own = new HashSet<>();
        MAPPER.readTree(Path.of("src/main/resources/openapi/schemas.json").toFile())
                .fieldNames()
                .forEachRemaining(own::add);
        MAPPER.readTree(Path.of("src/main/resources/openapi/names.json").toFile())
                .forEach(name -> own.add(name.textValue()));
        Set<String> seen = new HashSet<>();
        Set<String> shared = new TreeSet<>();
        Set<String> derived = new HashSet<>();
        for (var holder : document.at("/components/schemas").properties()) {
            for (var property : holder.getValue().path("properties").properties()) {
                String name = holder.getKey() + OpenApiSchemas.pascal(property.getKey());
                for (String reference : property.getValue().findValuesAsText("$ref")) {
                    String schema = reference.substring(reference.lastIndexOf('/') + 1);
                    if (!seen.add(schema)) {
                        shared.add(schema);
                    }
                    if (schema.equals(name) || schema.equals(name.replaceFirst("s$", ""))) {
                        derived.add(schema);
                    }
                }
            }
        }
        shared.retainAll(derived);
        shared.removeAll(own);
        assertThat(shared).as("name them in names.json").isEmpty();
    }

    @Test
    void every_parameter_says_what_it_does() {
        for (JsonNode path : document.get("paths")) {
            for (JsonNode operation : path) {
                for (JsonNode parameter : operation.path("parameters")) {
                    String described = parameter.has("$ref")
                            ? document.at(parameter.get("$ref").textValue().substring(1))
                                    .get("description")
                                    .textValue()
                            : parameter.get("description").textValue();
                    assertThat(described.strip())
                            .as("%s", parameter)
                            .isNotBlank()
                            .doesNotContain("{");
                }
            }
        }
    }

    /** A status that the words of an operation speak of is one of those that it lists. */
    @Test
    void every_status_that_is_described_is_listed() {
        Pattern status = Pattern.compile("\\b4\\d\\d\\b");
        int described = 0;
        for (JsonNode path : document.get("paths")) {
            for (JsonNode operation : path) {
                List<String> spoken = status.matcher(
                                operation.path("description").asText())
                        .results()
                        .map(MatchResult::group)
                        .toList();
                described += spoken.size();
                assertThat(operation.get("responses").fieldNames())
                        .toIterable()
                        .as(operation.get("operationId").textValue())
                        .containsAll(spoken);
            }
        }
        assertThat(described).isGreaterThan(20);
    }
}
