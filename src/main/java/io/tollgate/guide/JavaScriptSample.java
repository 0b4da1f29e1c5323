package io.tollgate.guide;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Generates a request in JavaScript for Node.js 18 or newer, as an ES module. */
final class JavaScriptSample extends Literals {
    private final StringBuilder code = new StringBuilder();

    static String of(CurlCommand command) {
        return new JavaScriptSample().generate(command);
    }

    private String generate(CurlCommand command) {
        if (command.output() != null) {
            code.append("import { writeFile } from \"node:fs/promises\";\n\n");
        }
        code.append("const response = await fetch(").append(text(command.url())).append(", {\n");
        if (!command.method().equals("GET")) {
            code.append("  method: ").append(quoted(command.method())).append(",\n");
        }
        code.append("  headers: {\n");
        command.headers().forEach(this::header);
        if (command.body() != null) {
            header("Content-Type", "application/json");
        }
        code.append("  },\n");
        if (command.body() != null) {
            code.append("  body: JSON.stringify(")
                    .append(value(command.body(), 1))
                    .append("),\n");
        }
        code.append("});\n");
        if (command.output() == null) {
            code.append("console.log(response.status, await response.json());\n");
        } else {
            code.append("await writeFile(")
                    .append(quoted(command.output()))
                    .append(", Buffer.from(await response.arrayBuffer()));\n");
        }
        return code.toString();
    }

    private void header(String name, String value) {
        code.append("    ")
                .append(quoted(name))
                .append(": ")
                .append(text(value))
                .append(",\n");
    }

    @Override
    String variable(String name) {
        return "process.env." + name;
    }

    @Override
    String joined(List<String> parts) {
        StringBuilder text = new StringBuilder("`");
        for (int i = 0; i < parts.size(); i++) {
            boolean literal = i % 2 == 0;
            String part = parts.get(i);
            text.append(literal ? part.replace("`", "\\`") : "${" + variable(part) + "}");
        }
        return text.append('`').toString();
    }

    @Override
    String key(String name) {
        return name.startsWith("$") ? "[" + text(name) + "]" : super.key(name);
    }

    @Override
    String constant(JsonNode value) {
        return value.asText();
    }
}
