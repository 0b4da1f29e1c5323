package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tollgate.platform.schema.Field;
import io.tollgate.pricing.Currency;
import java.math.BigDecimal;
import java.text.NumberFormat;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Shows values of records to people.
 *
 * @param zone of the times
 */
record ValueFormat(ZoneId zone) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm", Locale.ENGLISH);

    /** In place of a record whose amounts are in US dollars. */
    private static final JsonNode US_DOLLARS =
            JsonNodeFactory.instance.objectNode().put("currency", "usd");

    /** Names that people would not understand. */
    private static final Map<String, String> LABELS = Map.of(
            "fields",
            "answers",
            "livemode",
            "live mode",
            "testmode",
            "test mode",
            "isAbandoned",
            "abandoned",
            "pageIds",
            "pages",
            "ticketTypeIds",
            "ticket types",
            "logoFileId",
            "logo",
            "displayName",
            "name that buyers read");

    private static final String ALL = "All";

    /** Lists that restrict: without a value, everything is allowed. */
    private static final Set<String> ALL_IF_EMPTY = Set.of("pages", "pageIds", "scopes");

    private static final Set<String> GOOD = Set.of(
            "paid",
            "succeeded",
            "active",
            "completed",
            "published",
            "delivered",
            "ready",
            "valid",
            "accepted",
            "submitted",
            "checked_in");
    private static final Set<String> WAITING = Set.of(
            "unpaid",
            "partially_paid",
            "pending",
            "processing",
            "past_due",
            "trialing",
            "scheduled",
            "paused",
            "draft",
            "open",
            "shown",
            "running",
            "incomplete",
            "created",
            "partial_refund");
    private static final Set<String> BAD = Set.of(
            "failed", "canceled", "uncollectible", "refunded", "payment_failed", "unavailable", "incomplete_expired");

    /** @param record which has the currency of amounts */
    Cell cell(ListColumn.Format format, JsonNode value, JsonNode record) {
        if (value.isMissingNode() || value.isNull()) {
            return format == ListColumn.Format.PAGES ? Cell.text(ALL) : Cell.NONE;
        }
        return switch (format) {
            case TEXT -> Cell.text(text(value));
            case CODE -> Cell.styled(text(value), "code");
            case STATUS -> status(text(value));
            case MONEY ->
                Cell.styled(money(value.asLong(), record.path("currency").asText()), "number");
            case NUMBER -> Cell.styled(NumberFormat.getInstance(Locale.ENGLISH).format(value.decimalValue()), "number");
            case TIME -> time(value.asText());
            case FLAG -> Cell.text(value.asBoolean() ? "Yes" : "No");
            case PAGES -> Cell.text(Integer.toString(value.size()));
            case TEST_MODE -> value.asBoolean() ? Cell.styled("Test", "status waiting") : Cell.NONE;
        };
    }

    /** Returns the value of a field by its type. */
    Cell cell(Field field, JsonNode value, JsonNode record) {
        return cell(format(field), value, field.name().endsWith("Usd") ? US_DOLLARS : record);
    }

    /** Returns how the values of a field are shown. */
    static ListColumn.Format format(Field field) {
        return switch (field.type().kind()) {
            case MONEY -> ListColumn.Format.MONEY;
            // A year has no thousands.
            case INTEGER, NUMBER ->
                field.name().toLowerCase(Locale.ROOT).endsWith("year")
                        ? ListColumn.Format.TEXT
                        : ListColumn.Format.NUMBER;
            case TIME -> ListColumn.Format.TIME;
            case BOOLEAN -> ListColumn.Format.FLAG;
            case ENUM, CHOICE -> ListColumn.Format.STATUS;
            case ID, CODE -> ListColumn.Format.CODE;
            // Some times of records are declared as text.
            default -> field.name().endsWith("At") ? ListColumn.Format.TIME : ListColumn.Format.TEXT;
        };
    }

    /**
     * Returns a value as text, also of a list: its values, and the names of pages.
     *
     * @param pages whose names are known
     */
    String plain(Field field, JsonNode value, JsonNode record, List<ListView.Choice> pages) {
        if (ALL_IF_EMPTY.contains(field.name()) && !value.isMissingNode() && value.isEmpty()) {
            return ALL;
        }
        if (value.isArray()) {
            return StreamSupport.stream(value.spliterator(), false)
                    .filter(JsonNode::isValueNode)
                    .map(one -> name(one.asText(), pages))
                    .collect(Collectors.joining(", "));
        }
        if (field.name().equals("ceilings")) {
            return value.isObject() ? ceilings(value) : "";
        }
        return value.isContainerNode() ? "" : cell(field, value, record).text();
    }

    private static String name(String value, List<ListView.Choice> pages) {
        return pages.stream()
                .filter(page -> page.value().equals(value))
                .map(ListView.Choice::label)
                .findFirst()
                .orElse(value);
    }

    private static String ceilings(JsonNode ceilings) {
        StringJoiner joined = new StringJoiner("; ");
        ceilings.path("refundAmount").forEach(most -> {
            String currency = most.path("currency").asText();
            String one = most.path("perRefund").isNull()
                    ? "any amount"
                    : money(most.path("perRefund").asLong(), currency);
            String day = most.path("perDay").isNull()
                    ? "any amount"
                    : money(most.path("perDay").asLong(), currency);
            joined.add("refunds of " + one + " each, " + day + " a day");
        });
        JsonNode tickets = ceilings.path("complimentaryTickets");
        if (!tickets.isNull()) {
            joined.add(tickets.asText() + " complimentary tickets a day");
        }
        return joined.toString();
    }

    private static String text(JsonNode value) {
        return value.isValueNode() ? value.asText() : value.toString();
    }

    static Cell status(String value) {
        String meaning = GOOD.contains(value)
                ? " good"
                : WAITING.contains(value) ? " waiting" : BAD.contains(value) ? " bad" : "";
        return Cell.styled(words(value), "status" + meaning);
    }

    /** Returns the words of a value such as {@code partially_paid}. */
    static String words(String value) {
        String words = value.replace('_', ' ').replace('-', ' ');
        return words.isEmpty() ? "" : words.substring(0, 1).toUpperCase(Locale.ENGLISH) + words.substring(1);
    }

    /** Returns the words of the name of a field, such as {@code customerEmail}. */
    static String label(String name) {
        String spaced = name.replaceAll("^address\\.", "")
                .replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ")
                .toLowerCase(Locale.ENGLISH);
        return words(LABELS.getOrDefault(name, spaced))
                .replaceAll("(?<=[a-z])(?=\\d)", " ")
                .replaceAll("\\bsku\\b|^Sku$", "SKU")
                .replaceAll("\\bid\\b", "ID")
                .replaceAll("\\bIds?\\b", "ID")
                .replaceAll("\\bip\\b", "IP")
                .replaceAll("\\busd\\b", "(USD)")
                .replaceAll("\\burl\\b", "URL")
                .replaceAll("^Url\\b", "URL");
    }

    /** Returns the path and the query of an address of this installation, which the dashboard shares. */
    static String localPath(String address) {
        return address.replaceFirst("^https?://[^/]*", "");
    }

    /** @param amount in the smallest unit of the currency */
    static String money(long amount, String currency) {
        if (!Currency.isKnown(currency)) {
            return Long.toString(amount);
        }
        int decimals = Currency.of(currency).decimals();
        NumberFormat format = NumberFormat.getCurrencyInstance(Locale.US);
        format.setCurrency(java.util.Currency.getInstance(currency.toUpperCase(Locale.ROOT)));
        format.setMinimumFractionDigits(decimals);
        format.setMaximumFractionDigits(decimals);
        return format.format(BigDecimal.valueOf(amount, decimals));
    }

    private Cell time(String text) {
        try {
            Instant at = Instant.parse(text);
            return new Cell(TIME.format(at.atZone(zone)), "time", text, null);
        } catch (DateTimeException invalid) {
            return Cell.text(text);
        }
    }
}
