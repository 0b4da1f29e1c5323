package io.tollgate.platform.guide;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Generates the samples of an operation from its path and the example of its body. */
final class RequestSamples {
    private static final Pattern PLACEHOLDER = Pattern.compile("([a-z-]+)/\\{(\\w+)}");
    private static final Map<String, String> HEADERS = Map.of("Authorization", "Bearer $TOLLGATE_TEST_KEY");
    private static final ObjectWriter WRITER = new ObjectMapper().writer(printer());

    private RequestSamples() {}

    private static DefaultPrettyPrinter printer() {
        DefaultIndenter lines = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter(
                Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER));
        printer.indentObjectsWith(lines);
        printer.indentArraysWith(lines);
        return printer;
    }

    /** Returns JSON with one member or item per line. */
    static String json(JsonNode value) {
        try {
            return WRITER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree is always JSON", e);
        }
    }

    /** Returns the samples of an operation: in all languages of the guides, or with curl alone if it sends a form. */
    static List<ReferenceView.Sample> of(String method, String path, JsonNode operation) {
        JsonNode content = operation.at("/requestBody/content");
        JsonNode form = content.path("multipart/form-data");
        boolean document = operation.at("/responses/200/content").has("application/pdf");
        CurlCommand command = new CurlCommand(
                method,
                "$TOLLGATE_URL" + filled(path),
                HEADERS,
                content.has("application/json") ? content.at("/application~1json/example") : null,
                document ? "document.pdf" : null);
        if (!form.isMissingNode()) {
            return List.of(new ReferenceView.Sample("curl", curl(command, parts(form.path("example")))));
        }
        return List.of(
                new ReferenceView.Sample("curl", curl(command, List.of())),
                new ReferenceView.Sample("Java", JavaSample.of(command)),
                new ReferenceView.Sample("JavaScript", JavaScriptSample.of(command)),
                new ReferenceView.Sample("Python", PythonSample.of(command)));
    }

    /** Returns a path with shell variables in place of its parameters, such as {@code $EVENT_ID}. */
    private static String filled(String path) {
        return PLACEHOLDER.matcher(path).replaceAll(found -> {
            String name = found.group(2).equals("id")
                    ? found.group(1).replaceAll("s$", "").replace('-', '_') + "_id"
                    : found.group(2).replaceAll("([A-Z])", "_$1");
            return found.group(1) + "/" + Matcher.quoteReplacement("$" + name.toUpperCase(Locale.ROOT));
        });
    }

    /** The file of a form is the only part whose example is in parentheses. */
    private static List<String> parts(JsonNode example) {
        List<String> parts = new ArrayList<>();
        example.properties().forEach(part -> {
            String value = part.getValue().asText();
            parts.add(part.getKey() + "=" + (value.startsWith("(") ? "@picture.png" : value));
        });
        return parts;
    }

    /** Returns a request as a shell command. */
    static String curl(CurlCommand command, List<String> parts) {
        JsonNode body = command.body();
        List<String> lines = new ArrayList<>();
        lines.add("curl \"" + command.url() + "\"");
        String implied = body == null && parts.isEmpty() ? "GET" : "POST";
        add(lines, "-X ", command.method().equals(implied) ? null : command.method());
        command.headers().forEach((name, value) -> lines.add("-H \"" + name + ": " + value + "\""));
        parts.forEach(part -> lines.add("-F " + part));
        add(lines, "-o ", command.output());
        add(lines, "--json ", body == null ? null : "'" + json(body).replace("'", "'\\''") + "'");
        return String.join(" \\\n  ", lines) + "\n";
    }

    private static void add(List<String> lines, String option, @Nullable String value) {
        if (value != null) {
            lines.add(option + value);
        }
    }
}
