package io.tollgate.platform.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages of the reference show all of the OpenAPI document, as plain HTML of limited size. */
public class ReferenceTest {
    private static final int PAGE_MAX = 200_000;
    private static final Pattern PRE = Pattern.compile("(?s)data-language=\"curl\".*?<code>(.*?)</code>");

    private static final TestApi ANYONE = TestGateway.shared().api(null);
    private static final JsonNode DOCUMENT =
            ANYONE.get("/openapi.json").expect(200).json();

    /** Returns the paths of all pages of the reference. */
    public static List<String> pages() {
        List<String> tags = new ArrayList<>();
        DOCUMENT.get("tags").forEach(tag -> tags.add(tag.get("name").textValue()));
        return List.copyOf(DocsSite.paths(tags));
    }

    private static String page(String path) {
        return ANYONE.get(path).expect(200).body();
    }

    private static String pageOf(JsonNode operation) {
        return ReferenceView.Group.pathOf(operation.get("tags").get(0).textValue());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void a_page_is_small_and_has_each_anchor_once(String path) {
        String page = page(path);
        assertThat(page.getBytes(StandardCharsets.UTF_8).length).isLessThan(PAGE_MAX);
        assertThat(Pattern.compile(" id=\"([^\"]*)\"")
                        .matcher(page)
                        .results()
                        .map(id -> id.group(1))
                        .toList())
                .doesNotHaveDuplicates();
    }

    @Test
    void every_operation_has_an_anchor_with_its_parameters_statuses_and_samples() {
        DOCUMENT.get("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(method -> {
                    JsonNode operation = method.getValue();
                    String page = page(pageOf(operation));
                    int start = page.indexOf(
                            "<h2 id=\"" + operation.get("operationId").textValue() + "\">");
                    assertThat(start)
                            .as(operation.get("operationId").textValue())
                            .isPositive();
                    String section = page.substring(start, page.indexOf("</section>", start));
                    assertThat(section)
                            .contains(
                                    "<b>" + method.getKey().toUpperCase(Locale.ROOT) + "</b> <code>" + path.getKey(),
                                    "data-language=\"curl\"");
                    operation
                            .path("parameters")
                            .forEach(parameter -> assertThat(section)
                                    .contains("<code>"
                                            + resolved(parameter).get("name").textValue() + "</code>"));
                    operation
                            .get("responses")
                            .fieldNames()
                            .forEachRemaining(status -> assertThat(section).contains(">" + status + "<"));
                    assertSample(section, method.getKey(), path.getKey(), operation);
                }));
    }

    private static JsonNode resolved(JsonNode parameter) {
        return parameter.has("$ref")
                ? DOCUMENT.at(parameter.get("$ref").textValue().substring(1))
                : parameter;
    }

    /** The curl sample is the request of the operation; the other languages derive from it. */
    private static void assertSample(String section, String method, String path, JsonNode operation) {
        var sample = PRE.matcher(section);
        assertThat(sample.find()).isTrue();
        String code = sample.group(1)
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&#34;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&");
        if (code.contains(" -F ")) {
            assertThat(operation.at("/requestBody/content").has("multipart/form-data"))
                    .isTrue();
            return;
        }
        CurlCommand command = CurlCommand.parse(code);
        assertThat(command.method()).isEqualToIgnoringCase(method);
        assertThat(command.url().replaceAll("\\$[A-Z_]+", "X")).isEqualTo("X" + path.replaceAll("\\{\\w+}", "X"));
        JsonNode example = operation.at("/requestBody/content/application~1json/example");
        assertThat(command.body()).isEqualTo(example.isMissingNode() ? null : example);
        assertThat(section).contains("HttpRequest.newBuilder", "await fetch(", "requests." + method + "(");
    }

    @Test
    void every_field_of_every_schema_is_shown_with_its_type() {
        StringBuilder all = new StringBuilder();
        pages().forEach(path -> all.append(page(path)));
        String pages = all.toString();
        TreeSet<String> missing = new TreeSet<>();
        DOCUMENT.at("/components/schemas").properties().forEach(schema -> {
            boolean wrapper =
                    schema.getKey().endsWith("List") || schema.getKey().endsWith("Response");
            boolean error = schema.getKey().matches("Error|ErrorDetail|Unauthorized");
            schema.getValue().path("properties").fieldNames().forEachRemaining(field -> {
                String id = schema.getKey() + "." + field;
                if (!wrapper && !error && !pages.contains("<li id=\"" + id + "\"><code>" + field + "</code> <span")) {
                    missing.add(id);
                }
            });
        });
        assertThat(missing).isEmpty();
    }

    @Test
    void every_code_of_errors_has_an_anchor_and_the_operations_that_mention_it() {
        String errors = page(ReferenceText.ERRORS_PATH);
        var codes = Pattern.compile("`([a-z_]+)`")
                .matcher(DOCUMENT.at("/components/schemas/Error/properties/code/description")
                        .textValue())
                .results()
                .map(code -> code.group(1))
                .toList();
        assertThat(codes)
                .hasSizeGreaterThan(50)
                .allSatisfy(code -> assertThat(errors).contains("<li id=\"" + code + "\">"));
        assertThat(errors).contains("<a href=\"/docs/reference/events#createEvent\">Create an event</a>: Returns 409");
        assertThat(page("/docs/reference/events")).contains("href=\"/docs/reference/errors#slug_taken\"");
    }

    @Test
    void constraints_and_examples_are_shown() {
        assertThat(page("/docs/reference/events"))
                .contains("1 to 200 characters", "<b>required</b>", "<details id=\"EventFeeInput\">", "example ");
    }
}
