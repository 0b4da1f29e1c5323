package io.tollgate.guide;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Generates strings and JSON as literals of a programming language, with shell variables read from the environment.
 */
abstract class Literals {
    private static final Pattern VARIABLE = Pattern.compile("\\$([A-Z][A-Z_0-9]*)");
    private static final String INDENT = "  ";
    private static final int LINE_MAX = 76;

    /** Returns an expression for an environment variable. */
    abstract String variable(String name);

    /**
     * Returns an expression for a string of alternating literal parts and variables, starting with a literal part.
     */
    abstract String joined(List<String> parts);

    /** Returns the key of an object member. */
    String key(String name) {
        return text(name);
    }

    /** Returns null, true or false. */
    abstract String constant(JsonNode value);

    static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    /** Returns an expression for a string that may contain variables. */
    final String text(String text) {
        List<String> parts = new ArrayList<>();
        Matcher found = VARIABLE.matcher(text);
        int end = 0;
        while (found.find()) {
            parts.add(text.substring(end, found.start()));
            parts.add(found.group(1));
            end = found.end();
        }
        parts.add(text.substring(end));
        if (parts.size() == 1) {
            return quoted(text);
        }
        boolean alone =
                parts.size() == 3 && parts.get(0).isEmpty() && parts.get(2).isEmpty();
        return alone ? variable(parts.get(1)) : joined(parts);
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
