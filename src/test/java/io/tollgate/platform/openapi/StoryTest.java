package io.tollgate.platform.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tollgate.support.PayloadSchemas;
import io.tollgate.support.TestFeed;
import io.tollgate.support.TestGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The examples of the OpenAPI document are what a gateway accepts and returns. */
class StoryTest {
    private static final Path STEPS = Path.of("src/test/resources/openapi/story.json");
    private static final Path EXAMPLES = Path.of("src/main/resources/openapi/examples");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Run with {@code -Dgolden=write} to write the examples. */
    @Test
    void the_examples_are_recorded() throws IOException {
        Map<String, String> texts = new TreeMap<>();
        List<String> failed = new ArrayList<>();
        List<String> invalid = new ArrayList<>();
        try (TestGateway gateway = TestGateway.startPatient(Map.of("publicUrl", "https://pay.example.com"))) {
            Story story = new Story(gateway);
            for (JsonNode step : MAPPER.readTree(STEPS.toFile())) {
                try {
                    story.run(step);
                } catch (IllegalArgumentException e) {
                    failed.add(e.getMessage());
                }
            }
            PayloadSchemas schemas = new PayloadSchemas(gateway.api(null));
            for (JsonNode event : new TestFeed(story.seller(), gateway, true).events()) {
                schemas.feedErrors(event).forEach(error -> invalid.add(event.get("event") + " " + error));
            }
            for (Map.Entry<String, ArrayNode> recorded : story.recorded().entrySet()) {
                texts.put(recorded.getKey() + ".json", text(recorded.getValue()));
            }
        }
        assertThat(failed).isEmpty();
        assertThat(invalid).as("events that differ from their schemas").isEmpty();
        if ("write".equals(System.getProperty("golden"))) {
            for (Path file : files().keySet().stream().map(EXAMPLES::resolve).toList()) {
                Files.delete(file);
            }
            for (Map.Entry<String, String> text : texts.entrySet()) {
                Files.writeString(EXAMPLES.resolve(text.getKey()), text.getValue());
            }
        }
        assertThat(files()).as("run scripts/spec and review what it wrote").isEqualTo(texts);
    }

    private static String text(ArrayNode examples) throws IOException {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentArraysWith(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
        JsonNode file = MAPPER.createObjectNode().set("examples", examples);
        return MAPPER.writer(printer).writeValueAsString(file) + "\n";
    }

    private static Map<String, String> files() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(EXAMPLES)) {
            for (Path file : all.filter(each -> !each.endsWith("more.json")).toList()) {
                files.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return files;
    }
}
