package io.tollgate.platform.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The events that a resource reports when one of its records is written.
 *
 * @param kind the name of the record in the data of an event, like {@code payment}; empty if nothing is reported
 * @param rules in the order in which the events of one change are reported
 */
public record Reports(String kind, List<Rule> rules) {
    public Reports(String kind, Rule... rules) {
        this(kind, List.of(rules));
    }

    static final Reports NOTHING = new Reports("");

    /**
     * One type of event.
     *
     * @param when it occurs, for the documentation: the rest of a sentence that begins with "Sent when"
     * @param applies to the record before the change, which is missing if it is new, and after it
     */
    public record Rule(String type, String when, BiPredicate<JsonNode, ObjectNode> applies) {}

    /** Returns the types of the events of a change. */
    public List<String> types(@Nullable ObjectNode before, ObjectNode after) {
        if (rules.isEmpty()) {
            return List.of();
        }
        JsonNode former = before == null ? MissingNode.getInstance() : before;
        return rules.stream()
                .filter(rule -> rule.applies().test(former, after))
                .map(Rule::type)
                .toList();
    }

    /** Returns the id of the page to which a record belongs; null if it belongs to none. */
    @Nullable
    public String pageId(ObjectNode record) {
        return record.path(kind.equals("page") ? "id" : "pageId").textValue();
    }

    /** A record is new. */
    public static Rule created(String type, String when) {
        return new Rule(type, when, (before, after) -> before.isMissingNode());
    }

    /** A record has changed in any way. */
    public static Rule updated(String type, String when) {
        return new Rule(type, when, (before, after) -> !before.isMissingNode());
    }

    /** A record is new and has this value, or has changed to it. */
    public static Rule becomes(String field, String value, String type, String when) {
        return becomes(field, TextNode.valueOf(value), type, when);
    }

    /** A record is new and the flag is set, or it was set. */
    public static Rule becomesTrue(String field, String type, String when) {
        return becomes(field, BooleanNode.TRUE, type, when);
    }

    private static Rule becomes(String field, JsonNode value, String type, String when) {
        return new Rule(
                type, when, (before, after) -> value.equals(after.path(field)) && !value.equals(before.path(field)));
    }

    /** A record is new and has a value, or has been given one. */
    public static Rule given(String field, String type, String when) {
        return new Rule(type, when, (before, after) -> after.hasNonNull(field) && !before.hasNonNull(field));
    }

    /** A value has become greater than it was, or than 0 in a new record. */
    public static Rule grows(String field, String type, String when) {
        return new Rule(
                type,
                when,
                (before, after) ->
                        after.path(field).asLong() > before.path(field).asLong());
    }

    /** The last entry of a list is new and has this value. */
    public static Rule appended(String list, String field, String value, String type, String when) {
        return new Rule(type, when, (before, after) -> {
            int length = after.path(list).size();
            return length > before.path(list).size()
                    && after.path(list).path(length - 1).path(field).asText().equals(value);
        });
    }
}
