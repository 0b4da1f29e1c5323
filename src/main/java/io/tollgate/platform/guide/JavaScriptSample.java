package io.tollgate.platform.guide;

import com.fasterxml.jackson.databind.JsonNode;

/** Generates a request in JavaScript for Node.js 18 or newer, as an ES module. */
final class JavaScriptSample extends Literals {
    static String of(CurlCommand command) {
        return new JavaScriptSample().generate(command);
    }

    private String generate(CurlCommand command) {
        JsonNode body = command.body();
        String method = command.method();
        String file = command.output();
        return """
                %sconst response = await fetch(%s, {
                %s  headers: {
                %s  },
                %s});
                %s
                """.formatted(
                        file == null ? "" : "import { writeFile } from \"node:fs/promises\";\n\n",
                        text(command.url()),
                        method.equals("GET") ? "" : "  method: " + quoted(method) + ",\n",
                        headers(command, "    %s: %s,\n"),
                        body == null ? "" : "  body: JSON.stringify(" + value(body, 1) + "),\n",
                        file == null
                                ? "console.log(response.status, await response.json());"
                                : "await writeFile(" + quoted(file) + ", Buffer.from(await response.arrayBuffer()));");
    }

    @Override
    String variable(String name) {
        return "process.env." + name;
    }

    @Override
    String joined(String text) {
        return "`" + replaced(text.replace("`", "\\`"), name -> "${" + variable(name) + "}") + "`";
    }

    @Override
    String key(String name) {
        return name.startsWith("$") ? "[" + text(name) + "]" : super.key(name);
    }
}
