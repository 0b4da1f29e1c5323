package io.tollgate.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.customer.Countries;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.http.Value;
import io.tollgate.page.Decimals;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One answer, held to the rules of its field. */
final class FieldAnswer {
    private static final Pattern PHONE = Pattern.compile("\\+?[0-9 ()./-]{3,50}");
    private static final int TAX_ID_MAX = 50;

    /** As long as the filter of invoices may be. */
    private static final int PO_NUMBER_MAX = 200;

    private final JsonNode field;
    private final String element;
    private final String path;
    private final List<Problem> problems;

    private FieldAnswer(JsonNode field, String path, List<Problem> problems) {
        this.field = field;
        this.element = field.path("element").asText();
        this.path = path;
        this.problems = problems;
    }

    /** The row that records keep, or null where the answer is empty or wrong. */
    static @Nullable ObjectNode row(JsonNode field, JsonNode sent, String path, List<Problem> problems) {
        return new FieldAnswer(field, path, problems).row(sent);
    }

    private @Nullable ObjectNode row(JsonNode sent) {
        JsonNode meta = sent.path("meta");
        boolean isAddress = element.equals("address");
        if (meta.hasNonNull("type") && !element.equals("tax-id")) {
            return wrong("meta", "is taken with a tax number only", null);
        }
        if ((meta.has("billing") || meta.has("shipping")) && !isAddress) {
            return wrong("meta", "is taken with an address only", null);
        }
        JsonNode value = sent.path("value");
        JsonNode values = sent.path("values");
        if (value.isMissingNode() && !sent.hasNonNull("values")) {
            return wrong("value", "is required", null);
        }
        if (element.equals("multi-select")) {
            boolean blank = Value.isBlank(value.asText());
            return values.isEmpty() && !blank
                    ? wrong("value", "takes several answers: the labels go in `values`", null)
                    : several(values);
        }
        if (!values.isEmpty() || value.isMissingNode()) {
            return wrong("values", "takes one answer: send a single `value`", null);
        }
        if (isAddress) {
            return address(value, meta);
        }
        if (!value.isTextual()) {
            return wrong("value", "must be a text", null);
        }
        if (Value.isBlank(value.textValue())) {
            return null;
        }
        String kept = kept(value.textValue());
        ObjectNode type = meta.hasNonNull("type") ? JsonNodeFactory.instance.objectNode() : null;
        if (type != null) {
            type.set("type", meta.get("type"));
        }
        return kept == null ? null : row(field, kept, null, type);
    }

    /** Records keep an address as a line in `value` and its parts in `meta`. */
    private @Nullable ObjectNode address(JsonNode value, JsonNode meta) {
        if (value.isObject()) {
            return new AddressAnswer(field, path + ".value", problems).row(value);
        }
        return meta.has("billing")
                ? new AddressAnswer(field, path + ".meta", problems).row(meta)
                : wrong("value", "must be an object with `billing`", null);
    }

    /** As charges keep it: with the field's own names, whatever the answer called it. */
    static ObjectNode row(JsonNode field, String value, @Nullable List<String> values, @Nullable ObjectNode meta) {
        ObjectNode row = JsonNodeFactory.instance.objectNode();
        row.put("fieldId", field.path("id").asText()).set("label", field.get("label"));
        row.put("value", value);
        if (values != null) {
            values.forEach(row.putArray("values")::add);
        }
        row.set("element", field.get("element"));
        row.set("type", field.get("type"));
        row.set("meta", meta);
        row.set("reference", field.get("reference"));
        return row;
    }

    private <T> @Nullable T wrong(String key, String message, @Nullable Object value) {
        problems.add(new Problem(path + "." + key, message, value));
        return null;
    }

    private @Nullable String expect(boolean right, String kept, String message) {
        return right ? kept : wrong("value", message, kept);
    }

    /** Free text is kept as it was sent. */
    private @Nullable String kept(String sent) {
        String text = sent.strip();
        return switch (element) {
            case "text" -> ofLength(line(sent, Integer.MAX_VALUE));
            case "textarea" -> ofLength(sent);
            case "po-number" -> line(text, PO_NUMBER_MAX);
            case "email" -> {
                String address = text.toLowerCase(Locale.ROOT);
                boolean right = Value.isEmail(address);
                yield expect(right, address, "must be an e-mail address");
            }
            case "checkbox" -> {
                String upper = text.toUpperCase(Locale.ROOT);
                boolean ticked = upper.equals("TRUE");
                boolean needed = field.path("required").asBoolean();
                yield ticked || (upper.equals("FALSE") && !needed)
                        ? upper
                        : wrong("value", needed ? "must be TRUE" : "must be TRUE or FALSE", text);
            }
            case "number", "quantity" -> number(text);
            case "select", "multiple-choice" -> {
                String label = label(text);
                yield label == null ? wrong("value", "has no option \"" + text + "\"", text) : label;
            }
            case "date" -> expect(parses(text, LocalDate::parse), text, "must be a date like 2026-01-31");
            case "time" -> expect(parses(text, LocalTime::parse), text, "must be a time like 18:30");
            case "date-time" ->
                expect(
                        parses(text, LocalDateTime::parse) || parses(text, OffsetDateTime::parse),
                        text,
                        "must be a date and time like 2026-01-31T18:30");
            case "phone" -> expect(PHONE.matcher(text).matches(), text, "must be a phone number");
            case "country" -> country(text.toUpperCase(Locale.ROOT));
            case "tax-id" -> line(text, TAX_ID_MAX);
            default -> line(sent, Integer.MAX_VALUE);
        };
    }

    private @Nullable String line(String text, int max) {
        boolean oneLine = text.chars().noneMatch(Character::isISOControl);
        return expect(oneLine && Value.length(text) <= max, text, "must be one line of text, not too long");
    }

    private @Nullable String ofLength(@Nullable String text) {
        int length = text == null ? 0 : Value.length(text);
        BigDecimal least = bound("minValue");
        BigDecimal most = bound("maxValue");
        if (text != null && least != null && length < least.intValue()) {
            return wrong("value", "must be at least " + least + " characters long", text);
        }
        return text != null && most != null && length > most.intValue()
                ? wrong("value", "must be at most " + most + " characters long", text)
                : text;
    }

    private @Nullable String country(String code) {
        if (!Countries.has(code)) {
            return wrong("value", Countries.EXPECTED, code);
        }
        return AddressAnswer.allowed(field.path("limitAllowedCountries"), code)
                ? code
                : wrong("value", "is not among the countries allowed here", code);
    }

    private @Nullable String number(String text) {
        BigDecimal number = Decimals.of(text);
        if (number == null || (element.equals("quantity") && !text.matches("[0-9]+"))) {
            return wrong("value", element.equals("quantity") ? "must be a whole number" : "must be a number", text);
        }
        BigDecimal least = bound("minValue");
        BigDecimal most = bound("maxValue");
        if (least != null && number.compareTo(least) < 0) {
            return wrong("value", "must be at least " + least, text);
        }
        return most != null && number.compareTo(most) > 0 ? wrong("value", "must be at most " + most, text) : text;
    }

    private @Nullable BigDecimal bound(String name) {
        JsonNode bound = field.path(name);
        return bound.path("enabled").asBoolean()
                ? Decimals.of(bound.path("value").asText())
                : null;
    }

    /** Options are named by their label; their value, where it is another, is understood too. */
    private @Nullable String label(String text) {
        for (JsonNode option : field.path("options")) {
            if (option.path("label").asText().equals(text)
                    || option.path("value").asText().equals(text)) {
                return option.path("label").asText();
            }
        }
        return null;
    }

    private @Nullable ObjectNode several(JsonNode sent) {
        int options = field.path("options").size();
        if (sent.size() > options) {
            return wrong("values", "takes at most " + counted(options), null);
        }
        Set<String> wanted = new HashSet<>();
        for (JsonNode item : sent) {
            String label = label(item.asText());
            if (label == null) {
                return wrong("values", "has no option \"" + item.asText() + "\"", null);
            }
            wanted.add(label);
        }
        if (wanted.isEmpty()) {
            return null;
        }
        List<String> labels = new ArrayList<>();
        for (JsonNode option : field.path("options")) {
            if (wanted.remove(option.path("label").asText())) {
                labels.add(option.path("label").asText());
            }
        }
        BigDecimal least = bound("minValue");
        BigDecimal most = bound("maxValue");
        if (most != null && labels.size() > most.intValue()) {
            return wrong("values", "takes at most " + counted(most.intValue()), null);
        }
        if (least != null && labels.size() < least.intValue()) {
            return wrong("values", "needs at least " + counted(least.intValue()), null);
        }
        return row(field, String.join(", ", labels), labels, null);
    }

    private static String counted(int options) {
        return options + (options == 1 ? " option" : " options");
    }

    /** Reads a text, or fails. */
    private interface Reading {
        Object of(String text);
    }

    private static boolean parses(String text, Reading reading) {
        try {
            return reading.of(text) != null;
        } catch (DateTimeException e) {
            return false;
        }
    }
}
