package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.dashboard.RecordView.Fact;
import io.tollgate.dashboard.RecordView.Group;
import io.tollgate.dashboard.RecordView.Table;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Arranges the fields of a record for people. Fields without a value are left out. */
final class RecordFacts {
    private static final Set<String> TECHNICAL = Set.of(
            "id",
            "sellerId",
            "seller",
            "sessionId",
            "visitId",
            "userAgent",
            "screenWidth",
            "clientIp",
            "locale",
            "livemode",
            "queryParameters",
            "transactionIds",
            "priceId",
            "charge",
            "page",
            "customer",
            "ticketType",
            "invoiceUuid",
            "checkInCode",
            "fieldId",
            "element",
            "reference");
    private static final int COLUMNS_MAX = 6;
    private static final int ROWS_MAX = 50;

    final List<Fact> facts = new ArrayList<>();
    final List<Fact> technical = new ArrayList<>();
    final List<Group> groups = new ArrayList<>();
    final List<Table> tables = new ArrayList<>();

    private final RecordList list;
    private final DashboardRequest open;
    private final ObjectNode record;
    private final ValueFormat format;

    RecordFacts(RecordList list, DashboardRequest open, ObjectNode record, ValueFormat format) {
        this.list = list;
        this.open = open;
        this.record = record;
        this.format = format;
    }

    /** Returns the values of an object that is no record, without some fields and those that have none. */
    static List<Fact> of(List<Field> fields, JsonNode values, Set<String> except, ValueFormat format) {
        List<Fact> facts = new ArrayList<>();
        for (Field field : fields) {
            JsonNode value = values.path(field.name());
            if (!except.contains(field.name()) && !value.isNull() && !value.isMissingNode()) {
                facts.add(new Fact(ValueFormat.label(field.name()), format.cell(field, value, values)));
            }
        }
        return facts;
    }

    RecordFacts read(List<Field> fields) {
        for (Field field : fields) {
            JsonNode value = record.path(field.name());
            if (isEmpty(value) || isDefault(field, value)) {
                continue;
            }
            switch (field.type().kind()) {
                case OBJECT -> group(field, value);
                case LIST -> list(field, value);
                default -> {
                    if (!value.isContainerNode()) {
                        (isTechnical(field) ? technical : facts).add(fact(field, value));
                    }
                }
            }
        }
        return this;
    }

    private static boolean isEmpty(JsonNode value) {
        return value.isMissingNode()
                || value.isNull()
                || (value.isContainerNode() && value.isEmpty())
                || (value.isTextual() && value.textValue().isEmpty());
    }

    /** Returns whether a value says nothing: a flag that is not set, or an amount of 0 that people do not expect. */
    private static boolean isDefault(Field field, JsonNode value) {
        return switch (field.type().kind()) {
            case BOOLEAN -> !value.asBoolean() && !field.name().equals("livemode");
            case MONEY -> value.asLong() == 0 && !field.name().startsWith("amount");
            default -> false;
        };
    }

    private static boolean isTechnical(Field field) {
        return TECHNICAL.contains(field.name()) || field.name().startsWith("processor");
    }

    private void group(Field field, JsonNode value) {
        List<Fact> members = new ArrayList<>();
        add(members, "", field.type().fields(), value);
        if (!members.isEmpty()) {
            groups.add(new Group(ValueFormat.label(field.name()), members));
        }
    }

    /** Adds the members of an object and of objects in it. */
    private void add(List<Fact> members, String prefix, List<Field> fields, JsonNode value) {
        for (Field member : fields) {
            JsonNode inner = value.path(member.name());
            if (isEmpty(inner)) {
                continue;
            }
            String label = prefix.isEmpty()
                    ? ValueFormat.label(member.name())
                    : prefix + ": " + ValueFormat.label(member.name()).toLowerCase(Locale.ENGLISH);
            if (inner.isObject()) {
                add(members, label, member.type().fields(), inner);
            } else if (!inner.isContainerNode()) {
                Fact fact = new Fact(label, cell(member, inner));
                // Some values have two names, one of the processor and one of the API.
                if (!members.contains(fact)) {
                    members.add(fact);
                }
            }
        }
    }

    private void list(Field field, JsonNode items) {
        if (!items.path(0).isObject()) {
            StringJoiner joined = new StringJoiner(", ");
            items.forEach(item -> joined.add(item.asText()));
            Fact fact = new Fact(ValueFormat.label(field.name()), Cell.text(joined.toString()));
            (isTechnical(field) ? technical : facts).add(fact);
            return;
        }
        Type item = field.type().element();
        List<Field> shown = item.fields().stream()
                .filter(member -> !TECHNICAL.contains(member.name()) && hasValue(items, member.name()))
                .limit(COLUMNS_MAX)
                .toList();
        if (shown.isEmpty()) {
            return;
        }
        List<List<Cell>> rows = new ArrayList<>();
        for (JsonNode one : items) {
            if (rows.size() < ROWS_MAX) {
                rows.add(shown.stream()
                        .map(member ->
                                isEmpty(one.path(member.name())) ? Cell.NONE : cell(member, one.path(member.name())))
                        .toList());
            }
        }
        List<String> headings =
                shown.stream().map(member -> ValueFormat.label(member.name())).toList();
        tables.add(new Table(ValueFormat.label(field.name()), headings, rows));
    }

    private static boolean hasValue(JsonNode items, String name) {
        for (JsonNode item : items) {
            if (!isEmpty(item.path(name)) && !item.path(name).isContainerNode()) {
                return true;
            }
        }
        return false;
    }

    private Fact fact(Field field, JsonNode value) {
        return new Fact(ValueFormat.label(field.name()), cell(field, value).to(link(field.name(), value.asText())));
    }

    private Cell cell(Field field, JsonNode value) {
        return format.cell(field, value, record);
    }

    private @Nullable String link(String field, String id) {
        RecordList target =
                RecordTargets.of(list, field, record.path("chargeType").asText());
        if (target == null || !field.endsWith("Id") || !target.section().isOpenTo(open)) {
            return null;
        }
        return open.path(target.section()) + "/" + id;
    }
}
