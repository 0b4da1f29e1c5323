package io.tollgate.platform.guide;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Generates a request in Java 17, as one file for {@code java Sample.java}. */
final class JavaSample extends Literals {
    /** Placeholder of a variable in a text block: a character that no guide contains. */
    private static final String PLACEHOLDER = "\uE000";

    static String of(CurlCommand command) {
        return new JavaSample().generate(command);
    }

    private String generate(CurlCommand command) {
        JsonNode body = command.body();
        String file = command.output();
        return """
                import java.net.URI;
                import java.net.http.*;
                %s
                public class Sample {
                  public static void main(String[] args) throws Exception {
                    var request = HttpRequest.newBuilder(URI.create(%s))
                %s        .method(%s, HttpRequest.BodyPublishers.%s)
                        .build();
                    var response = HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.%s);
                    System.out.println(response.statusCode() + " " + response.body());
                  }
                }
                """.formatted(
                        file == null ? "" : "import java.nio.file.Path;\n",
                        text(command.url()),
                        headers(command, "        .header(%s, %s)\n"),
                        quoted(command.method()),
                        body == null ? "noBody()" : "ofString(" + block(body) + ")",
                        file == null ? "ofString()" : "ofFile(Path.of(" + quoted(file) + "))");
    }

    /** Returns a text block whose variables {@code formatted} replaces. */
    private String block(JsonNode body) {
        Json json = new Json();
        String indent = "\n            ";
        String text = json.value(body, 0).replace("\\", "\\\\").replace("\n", indent);
        String block = "\"\"\"" + indent + text + "\"\"\"";
        if (json.variables.isEmpty()) {
            return block;
        }
        return block.replace("%", "%%").replace(PLACEHOLDER, "%s") + ".formatted(" + String.join(", ", json.variables)
                + ")";
    }

    @Override
    String variable(String name) {
        return "System.getenv(\"" + name + "\")";
    }

    @Override
    String joined(String text) {
        String terms = replaced(quoted(text), name -> "\" + " + variable(name) + " + \"");
        return terms.replace("\"\" + ", "").replace(" + \"\"", "");
    }

    /** JSON with {@link #PLACEHOLDER} in place of variables, which it collects. */
    private final class Json extends Literals {
        private final List<String> variables = new ArrayList<>();

        @Override
        String variable(String name) {
            variables.add(JavaSample.this.variable(name));
            return '"' + PLACEHOLDER + '"';
        }

        @Override
        String joined(String text) {
            return quoted(replaced(text, name -> {
                variables.add(JavaSample.this.variable(name));
                return PLACEHOLDER;
            }));
        }
    }
}
