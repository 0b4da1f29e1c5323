package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tollgate.platform.schema.Type;
import io.tollgate.pricing.Currency;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/** Converts values of the API to the text of inputs, and back. */
final class FormValue {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private FormValue() {}

    /**
     * Returns the value that a text stands for.
     *
     * @param text stripped, and not empty
     * @param currency of amounts; empty if it is unknown
     * @throws IllegalArgumentException if it stands for none, with a message for the person
     */
    static JsonNode parse(Type type, String text, String currency, ZoneId zone) {
        return switch (type.kind()) {
            case MONEY -> JSON.numberNode(amount(text, currency));
            case INTEGER -> JSON.numberNode(whole(text));
            case NUMBER -> JSON.numberNode(number(text));
            case TIME -> JSON.textNode(instant(text, zone));
            default -> JSON.textNode(text);
        };
    }

    /** Returns the text of a value; empty for null. */
    static String shown(Type type, JsonNode value, String currency, ZoneId zone) {
        if (value.isNull() || !value.isValueNode()) {
            return "";
        }
        return switch (type.kind()) {
            case MONEY -> major(value, currency);
            case TIME -> time(value.asText(), zone);
            case NUMBER -> value.decimalValue().stripTrailingZeros().toPlainString();
            default -> value.asText();
        };
    }

    private static String major(JsonNode amount, String currency) {
        return Currency.isKnown(currency)
                ? Currency.of(currency).major(amount.asLong()).toPlainString()
                : amount.asText();
    }

    private static long whole(String text) {
        if (!text.matches("-?\\d{1,15}")) {
            throw new IllegalArgumentException("must be a whole number");
        }
        return Long.parseLong(text);
    }

    private static BigDecimal number(String text) {
        String plain = text.replace(',', '.');
        if (!plain.matches("-?\\d{1,9}(\\.\\d{1,9})?")) {
            throw new IllegalArgumentException("must be a number, like 7.5");
        }
        return new BigDecimal(plain);
    }

    /** Returns an amount in the smallest unit of the currency. */
    static long amount(String text, String currency) {
        if (!Currency.isKnown(currency)) {
            throw new IllegalArgumentException("needs a currency");
        }
        int decimals = Currency.of(currency).decimals();
        String plain = text.replace(',', '.');
        if (!plain.matches("\\d{1,9}(\\.\\d{1," + Math.max(1, decimals) + "})?")
                || (decimals == 0 && plain.contains("."))) {
            throw new IllegalArgumentException(
                    decimals == 0 ? "must be a whole amount, like 12" : "must be an amount, like 12.50");
        }
        return new BigDecimal(plain).movePointRight(decimals).longValueExact();
    }

    private static String instant(String text, ZoneId zone) {
        try {
            return LocalDateTime.parse(text)
                    .atZone(zone)
                    .toInstant()
                    .truncatedTo(ChronoUnit.SECONDS)
                    .toString();
        } catch (DateTimeException invalid) {
            throw new IllegalArgumentException("must be a date and time", invalid);
        }
    }

    /** Returns a time as the input of a date and time shows it. */
    static String time(String instant, ZoneId zone) {
        return LocalDateTime.ofInstant(Instant.parse(instant), zone)
                .truncatedTo(ChronoUnit.MINUTES)
                .toString();
    }
}
