package io.tollgate.guide;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;

/** Generates a request in Python with the library requests. */
final class PythonSample extends Literals {
    private final StringBuilder code = new StringBuilder();

    static String of(CurlCommand command) {
        return new PythonSample().generate(command);
    }

    private String generate(CurlCommand command) {
        code.append("import os\n\nimport requests\n\nresponse = requests.")
                .append(command.method().toLowerCase(Locale.ROOT))
                .append("(\n  ")
                .append(text(command.url()))
                .append(",\n");
        if (!command.headers().isEmpty()) {
            code.append("  headers={\n");
            command.headers()
                    .forEach((name, value) -> code.append("    ")
                            .append(quoted(name))
                            .append(": ")
                            .append(text(value))
                            .append(",\n"));
            code.append("  },\n");
        }
        if (command.body() != null) {
            code.append("  json=").append(value(command.body(), 1)).append(",\n");
        }
        code.append("  timeout=30,\n)\n");
        if (command.output() == null) {
            code.append("print(response.status_code, response.json())\n");
        } else {
            code.append("with open(")
                    .append(quoted(command.output()))
                    .append(", \"wb\") as file:\n  file.write(response.content)\n");
        }
        return code.toString();
    }

    @Override
    String variable(String name) {
        return "os.environ[\"" + name + "\"]";
    }

    @Override
    String joined(List<String> parts) {
        StringBuilder text = new StringBuilder("f'");
        for (int i = 0; i < parts.size(); i++) {
            boolean literal = i % 2 == 0;
            String part = parts.get(i);
            text.append(literal ? part.replace("'", "\\'") : "{os.environ[\"" + part + "\"]}");
        }
        return text.append('\'').toString();
    }

    @Override
    String constant(JsonNode value) {
        return value.isNull() ? "None" : value.booleanValue() ? "True" : "False";
    }
}
