package io.tollgate.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.member.Members;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.FilterValues;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Records with a value in every field, derived from the field definitions. */
public final class Samples {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private Samples() {}

    public static ObjectNode record(Resource resource) {
        return object(resource.fields());
    }

    /** Changes values of which only one record can have each: a product of a page, and the owner of a seller. */
    public static void makeStorable(Resource resource, ObjectNode record) {
        if (resource.path().equals("/v1/products")) {
            record.put("role", "orderbump");
        } else if (resource.path().equals("/v1/members")
                && record.path("role").asText().equals("owner")) {
            record.put("role", "support");
        }
    }

    static ObjectNode object(List<Field> fields) {
        ObjectNode object = JSON.objectNode();
        fields.forEach(field -> object.set(field.name(), value(field.name(), field.type())));
        return object;
    }

    private static JsonNode value(String name, Type type) {
        return switch (type.kind()) {
            case ID, ENUM, TIME -> JSON.textNode(FilterValues.sample(type));
            case TEXT, EMAIL, CODE -> JSON.textNode(text(name));
            case MONEY, INTEGER -> JSON.numberNode(7L);
            case NUMBER -> JSON.numberNode(2.5);
            case BOOLEAN -> JSON.booleanNode(true);
            case OBJECT -> object(type.fields());
            case LIST -> JSON.arrayNode().add(value(name, type.element()));
            case MAP -> JSON.objectNode().set("one", value(name, type.element()));
            case ANY -> JSON.objectNode().put("any", "thing");
            default -> throw new IllegalArgumentException(type.kind() + " is not a type of record fields");
        };
    }

    private static String text(String name) {
        return switch (name) {
            case "invoiceUrl" -> "";
            case "currency" -> "eur";
            default -> "sample of " + name;
        };
    }

    /** Returns a copy with only the fields that filters, searches, constraints or the schema require. */
    public static ObjectNode sparse(Resource resource, ObjectNode full) {
        Set<String> kept = new HashSet<>(resource.search().fields());
        resource.filters().forEach(filter -> kept.add(filter.path().get(0)));
        resource.columns().forEach(field -> kept.add(field.name()));
        resource.fields().stream().filter(Field::valued).forEach(field -> kept.add(field.name()));
        kept.addAll(List.of("id", "sellerId", "livemode", "createdAt", "updatedAt", "slug", "code", "deleted", "type"));
        return full.deepCopy().retain(kept);
    }

    /** Sets the value of the field that a filter compares. */
    public static void set(ObjectNode record, Filter filter, Object value) {
        ObjectNode holder = record;
        for (String step : filter.path().subList(0, filter.path().size() - 1)) {
            holder = (ObjectNode) holder.get(step);
        }
        Object stored = filter.listed() ? List.of(value) : value;
        holder.set(filter.path().get(filter.path().size() - 1), MAPPER.valueToTree(stored));
    }

    /** Returns two values that a filter distinguishes. */
    public static List<Object> twoValues(Filter filter) {
        return switch (filter.type().kind()) {
            case ID -> List.of(Ids.next(Instant.now()), Ids.next(Instant.now()));
            case ENUM ->
                List.of(filter.type().values().get(0), filter.type().values().get(1));
            case BOOLEAN -> List.of(true, false);
            case INTEGER -> List.of(200L, 404L);
            case EMAIL -> {
                int number = NUMBER.incrementAndGet();
                yield List.of("anna+" + number + "@example.com", "berta+" + number + "@example.com");
            }
            default -> {
                int number = NUMBER.incrementAndGet();
                boolean digits = filter.name().equals("orderId");
                yield digits
                        ? List.of("9%07d".formatted(number), "8%07d".formatted(number))
                        : List.of("50% & \\ ü+_" + number, "50x & ü+_" + number);
            }
        };
    }

    /** Sets the fields that must be unique for a seller. */
    static void makeUnique(Resource resource, ObjectNode record) {
        int number = NUMBER.incrementAndGet();
        for (String name : List.of("ticketShortId", "checkInCode", "invoiceNumber", "email", "slug", "code")) {
            if (record.has(name)) {
                record.put(name, name + number);
            }
        }
        // A seller has at most one default, and deleted records cannot be changed.
        for (String name : List.of("default", "deleted")) {
            if (record.has(name)) {
                record.put(name, false);
            }
        }
        if (resource == Members.RESOURCE) {
            // A seller has one owner.
            record.put("role", "support");
        }
        if (resource.table().equals("subscription")) {
            record.put("status", "active");
            record.put("processorSubscriptionId", "sub_" + record.get("id").textValue());
        }
        if (record.has("orderId")) {
            record.put("orderId", "%08d".formatted(number));
        }
    }
}
