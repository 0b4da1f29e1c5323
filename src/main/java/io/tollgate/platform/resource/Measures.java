package io.tollgate.platform.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the records of a resource add to the measures of reports, such as paid amounts. A change of a record adds the
 * difference. The SQL function {@code sales_measures_of} computes the same from stored records.
 */
public record Measures(List<Rule> rules) {
    static final Measures NONE = new Measures(List.of());

    public Measures(Rule... rules) {
        this(List.of(rules));
    }

    /** @param value what a record adds to the measure */
    public record Rule(String measure, ToLongFunction<JsonNode> value) {}

    /**
     * What a change adds to a measure.
     *
     * @param currency in lower case; empty for measures without an amount
     */
    public record Change(String measure, String pageId, String currency, long amount) {}

    /** The amount of a field. */
    public static Rule amount(String measure, String field) {
        return new Rule(measure, record -> record.path(field).asLong());
    }

    /** The amount of a field of records whose flag is set. */
    public static Rule amountIf(String measure, String field, String flag) {
        return new Rule(
                measure,
                record -> record.path(flag).asBoolean() ? record.path(field).asLong() : 0);
    }

    /** The number of all records. */
    public static Rule count(String measure) {
        return new Rule(measure, record -> record.isMissingNode() ? 0 : 1);
    }

    /** The number of records with a value. */
    public static Rule countGiven(String measure, String field) {
        return new Rule(measure, record -> record.hasNonNull(field) ? 1 : 0);
    }

    /** The number of records with one of these values. */
    public static Rule countIf(String measure, String field, Set<String> values) {
        return new Rule(measure, record -> values.contains(record.path(field).asText()) ? 1 : 0);
    }

    /** Returns what a change of a record adds, without zeros. */
    public List<Change> changes(@Nullable ObjectNode before, ObjectNode after) {
        if (rules.isEmpty()) {
            return List.of();
        }
        JsonNode former = before == null ? MissingNode.getInstance() : before;
        boolean moved = before != null && !key(before).equals(key(after));
        List<Change> changes = new ArrayList<>();
        for (Rule rule : rules) {
            long old = rule.value().applyAsLong(former);
            long now = rule.value().applyAsLong(after);
            if (moved) {
                add(changes, rule, Objects.requireNonNull(before), -old);
                add(changes, rule, after, now);
            } else {
                add(changes, rule, after, now - old);
            }
        }
        return changes;
    }

    private static void add(List<Change> changes, Rule rule, ObjectNode record, long amount) {
        if (amount != 0) {
            changes.add(new Change(rule.measure(), pageId(record), currency(record), amount));
        }
    }

    private static String key(ObjectNode record) {
        return pageId(record) + currency(record);
    }

    private static String pageId(ObjectNode record) {
        return record.path("pageId").asText("");
    }

    private static String currency(ObjectNode record) {
        return record.path("currency").asText("");
    }
}
