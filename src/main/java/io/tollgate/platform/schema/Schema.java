package io.tollgate.platform.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The declared fields of a record. What the API returns, the bodies that create and change the record, and the document
 * of a new record derive from them.
 */
public record Schema(List<Field> fields) {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    public static Schema of(Field... fields) {
        return new Schema(List.of(fields));
    }

    public Schema and(Field... more) {
        return and(List.of(more));
    }

    /** The fields of both declarations, in order. */
    public Schema and(List<Field> more) {
        List<Field> all = new ArrayList<>(fields);
        all.addAll(more);
        return new Schema(List.copyOf(all));
    }

    /** The fields of the record as the API returns it. */
    public List<Field> read() {
        return in(View.READ);
    }

    /** The fields of the body that creates the record. */
    public List<Field> create() {
        return in(View.CREATE);
    }

    /** The fields of the body that changes the record. All are optional; members of its objects may not be. */
    public List<Field> change() {
        return in(View.CHANGE).stream()
                .map(field -> new Field(
                        field.name(),
                        field.type(),
                        false,
                        false,
                        null,
                        false,
                        field.clearable(),
                        field.readBack(),
                        null,
                        field.doc(),
                        field.isPersonal()))
                .toList();
    }

    private List<Field> in(View view) {
        List<Field> shown = new ArrayList<>();
        for (Field field : fields) {
            if (field.views() == null ? view == View.READ : field.views().contains(view)) {
                shown.add(field.projected(view));
            }
        }
        return shown;
    }

    /** The fields as members of an object of another declaration. */
    public List<Field> members() {
        return fields.stream()
                .map(field -> field.views() == null ? field.readOnly() : field)
                .toList();
    }

    /** The names of the fields that callers set and read under the same name. */
    public List<String> settable() {
        return fields.stream()
                .filter(field -> !field.readBack() && isReadAndWritten(field))
                .map(Field::name)
                .toList();
    }

    /**
     * A new record if the body that creates it sends nothing: the declared defaults, and an empty list for every other
     * list that callers can set and read. Values without a default are left out.
     */
    public ObjectNode defaults() {
        return defaults(fields, false);
    }

    private static ObjectNode defaults(List<Field> fields, boolean holderWritable) {
        ObjectNode document = JSON.objectNode();
        for (Field field : fields) {
            boolean writable = field.views() == null ? holderWritable : isReadAndWritten(field);
            boolean read = field.views() == null || field.views().contains(View.READ);
            JsonNode value = read ? value(field, writable) : null;
            if (value != null) {
                document.set(field.name(), value);
            }
        }
        return document;
    }

    private static boolean isReadAndWritten(Field field) {
        return field.views() != null
                && field.views().size() > 1
                && field.views().contains(View.READ);
    }

    private static @Nullable JsonNode value(Field field, boolean writable) {
        Type type = field.type();
        if (field.preset() != null) {
            return field.preset().isNull() ? null : field.preset().deepCopy();
        }
        if (type.kind() == Type.Kind.OBJECT && presets(type)) {
            return defaults(type.fields(), writable);
        }
        return type.kind() == Type.Kind.LIST && writable && !field.required() ? JSON.arrayNode() : null;
    }

    private static boolean presets(Type type) {
        return type.fields().stream()
                .anyMatch(field -> field.preset() == null
                        ? presets(field.type())
                        : !field.preset().isNull());
    }

    /** The value of a new object, or a new item of a list of objects, see {@link #defaults()}. */
    public static ObjectNode memberDefaults(Field field) {
        Type type = field.type();
        return defaults(type.item() == null ? type.fields() : type.element().fields(), true);
    }
}
