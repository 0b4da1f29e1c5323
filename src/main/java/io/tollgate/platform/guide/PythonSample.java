package io.tollgate.platform.guide;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/** Generates a request in Python with the library requests. */
final class PythonSample extends Literals {
    static String of(CurlCommand command) {
        return new PythonSample().generate(command);
    }

    private String generate(CurlCommand command) {
        StringBuilder options = new StringBuilder();
        if (!command.headers().isEmpty()) {
            options.append("  headers={\n");
            command.headers()
                    .forEach((name, value) -> options.append("    %s: %s,\n".formatted(quoted(name), text(value))));
            options.append("  },\n");
        }
        if (command.body() != null) {
            options.append("  json=").append(value(command.body(), 1)).append(",\n");
        }
        String file = command.output();
        return """
                import os

                import requests

                response = requests.%s(
                  %s,
                %s  timeout=30,
                )
                %s
                """.formatted(
                        command.method().toLowerCase(Locale.ROOT),
                        text(command.url()),
                        options,
                        file == null
                                ? "print(response.status_code, response.json())"
                                : "with open(" + quoted(file) + ", \"wb\") as file:\n  file.write(response.content)");
    }

    @Override
    String variable(String name) {
        return "os.environ[\"" + name + "\"]";
    }

    @Override
    String joined(String text) {
        return "f'" + replaced(text.replace("'", "\\'"), name -> "{" + variable(name) + "}") + "'";
    }

    @Override
    String constant(JsonNode value) {
        return value.isNull() ? "None" : value.booleanValue() ? "True" : "False";
    }
}
