package io.tollgate.guide;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Generates a request in Java 17, as one file for {@code java Sample.java}. */
final class JavaSample extends Literals {
    /** Placeholder of a variable in a text block: a character that no guide contains. */
    private static final String PLACEHOLDER = "\uE000";

    private final StringBuilder code = new StringBuilder();

    static String of(CurlCommand command) {
        return new JavaSample().generate(command);
    }

    private String generate(CurlCommand command) {
        code.append("import java.net.URI;\nimport java.net.http.*;\n");
        if (command.output() != null) {
            code.append("import java.nio.file.Path;\n");
        }
        code.append("\npublic class Sample {\n  public static void main(String[] args) throws Exception {\n")
                .append("    var request = HttpRequest.newBuilder(URI.create(")
                .append(text(command.url()))
                .append("))\n");
        command.headers().forEach(this::header);
        JsonNode body = command.body();
        if (body == null) {
            code.append("        .method(")
                    .append(quoted(command.method()))
                    .append(", HttpRequest.BodyPublishers.noBody())\n");
        } else {
            header("Content-Type", "application/json");
            code.append("        .method(")
                    .append(quoted(command.method()))
                    .append(", HttpRequest.BodyPublishers.ofString(")
                    .append(block(body))
                    .append("))\n");
        }
        String handler = command.output() == null
                ? "HttpResponse.BodyHandlers.ofString()"
                : "HttpResponse.BodyHandlers.ofFile(Path.of(" + quoted(command.output()) + "))";
        code.append("        .build();\n    var response = HttpClient.newHttpClient()\n        .send(request, ")
                .append(handler)
                .append(");\n    System.out.println(response.statusCode() + \" \" + response.body());\n  }\n}\n");
        return code.toString();
    }

    private void header(String name, String value) {
        code.append("        .header(")
                .append(quoted(name))
                .append(", ")
                .append(text(value))
                .append(")\n");
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
    String joined(List<String> parts) {
        List<String> terms = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            String part = parts.get(i);
            if (i % 2 == 1) {
                terms.add(variable(part));
            } else if (!part.isEmpty()) {
                terms.add(quoted(part));
            }
        }
        return String.join(" + ", terms);
    }

    @Override
    String constant(JsonNode value) {
        return value.asText();
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
        String joined(List<String> parts) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < parts.size(); i++) {
                if (i % 2 == 1) {
                    variables.add(JavaSample.this.variable(parts.get(i)));
                }
                text.append(i % 2 == 1 ? PLACEHOLDER : parts.get(i));
            }
            return quoted(text.toString());
        }

        @Override
        String constant(JsonNode value) {
            return value.asText();
        }
    }
}
