package io.tollgate.sales.erasure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.PersonalValues;
import io.tollgate.sales.erasure.CustomerRecords.Subject;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the personal values in audit entries. That a key changed a field, and when, stays. The entry has the mode of
 * the key, which can be the other one.
 */
final class AuditErasure extends HistoryErasure {
    private static final String TABLE = "audit_entry";
    private static final JsonNode ERASED = JsonNodeFactory.instance.textNode("[erased]");

    private final Map<String, List<Field>> fields;

    /** @param fields of the records of the customer, by kind of subject */
    AuditErasure(Map<String, List<Field>> fields) {
        this.fields = fields;
    }

    @Override
    public String kind() {
        return "audit-log";
    }

    @Override
    public List<String> tables() {
        return List.of(TABLE);
    }

    @Override
    String select() {
        return selectOf(TABLE);
    }

    @Override
    String update() {
        return updateOf(TABLE);
    }

    @Override
    Buffer erased(ErasedCustomer customer, Subject subject, Buffer bytes) {
        ObjectNode former = StoredJson.parse(bytes);
        ObjectNode entry = former.deepCopy();
        List<Field> known = fields.getOrDefault(subject.kind(), List.of());
        PersonalValues values = new PersonalValues(customer.pseudonym());
        for (JsonNode change : entry.path("changes")) {
            Field field = known.stream()
                    .filter(one -> one.name().equals(change.path("field").asText()))
                    .findFirst()
                    .orElse(null);
            for (String side : List.of("before", "after")) {
                ((ObjectNode) change).set(side, erased(values, field, change.path(side)));
            }
        }
        return entry.equals(former) ? bytes : Buffer.buffer(entry.toString());
    }

    /** @param field null if the value is not one of the record, such as that of a recorded payment */
    private static JsonNode erased(PersonalValues values, @Nullable Field field, JsonNode value) {
        if (value.isNull() || value.isMissingNode()) {
            return JsonNodeFactory.instance.nullNode();
        }
        return field == null || field.isPersonal() ? ERASED : values.erase(field, value);
    }
}
