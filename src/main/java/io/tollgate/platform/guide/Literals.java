package io.tollgate.platform.guide;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Generates strings and JSON as literals of a programming language, with shell variables read from the environment. */
abstract class Literals {
    private static final Pattern VARIABLE = Pattern.compile("\\$([A-Z][A-Z_0-9]*)");
    private static final String INDENT = "  ";
    private static final int LINE_MAX = 76;

    /** Returns an expression for an environment variable. */
    abstract String variable(String name);

    /** Returns an expression for a string that contains variables and other text. */
    abstract String joined(String text);

    /** Returns the key of an object member. */
    String key(String name) {
        return text(name);
    }

    /** Returns null, true or false. */
    String constant(JsonNode value) {
        return value.asText();
    }

    static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    /** Returns an expression for a string that may contain variables. */
    final String text(String text) {
        Matcher variable = VARIABLE.matcher(text);
        if (variable.matches()) {
            return variable(variable.group(1));
        }
        return variable.find(0) ? joined(text) : quoted(text);
    }

    /** Replaces each variable in a text. */
    static String replaced(String text, UnaryOperator<String> replacement) {
        return VARIABLE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(replacement.apply(found.group(1))));
    }

    /** Returns a line for each header, including the {@code Content-Type} of a body. */
    final String headers(CurlCommand command, String form) {
        Map<String, String> headers = new LinkedHashMap<>(command.headers());
        if (command.body() != null) {
            headers.put("Content-Type", "application/json");
        }
        StringBuilder lines = new StringBuilder();
        headers.forEach((name, value) -> lines.append(form.formatted(quoted(name), text(value))));
        return lines.toString();
    }

    /** Returns a JSON value as a literal: on one line if it fits, otherwise indented by the given depth. */
    final String value(JsonNode value, int depth) {
        if (value.isTextual()) {
            return text(value.textValue());
        }
        if (value.isNumber()) {
            return value.asText();
        }
        if (!value.isContainerNode()) {
            return constant(value);
        }
        List<String> items = items(value, depth + 1);
        String open = value.isArray() ? "[" : "{";
        String close = value.isArray() ? "]" : "}";
        String line = open + String.join(", ", items) + close;
        if (line.length() + depth * INDENT.length() <= LINE_MAX && line.indexOf('\n') < 0) {
            return line;
        }
        String inner = "\n" + INDENT.repeat(depth + 1);
        return open + inner + String.join("," + inner, items) + "\n" + INDENT.repeat(depth) + close;
    }

    private List<String> items(JsonNode value, int depth) {
        List<String> items = new ArrayList<>();
        if (value.isArray()) {
            value.forEach(item -> items.add(value(item, depth)));
        } else {
            value.properties().forEach(field -> items.add(key(field.getKey()) + ": " + value(field.getValue(), depth)));
        }
        return items;
    }
}
