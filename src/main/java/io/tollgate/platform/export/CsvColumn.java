package io.tollgate.platform.export;

import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of a CSV file.
 *
 * @param name the path of the value in the record, with dots
 * @param currency the path of the currency of an amount; null for other values
 */
record CsvColumn(String name, Kind kind, @Nullable String currency) {
    /** How the value becomes a cell. */
    enum Kind {
        TEXT,
        /** A number or a boolean. */
        PLAIN,
        AMOUNT,
        /** An amount in US dollars, whatever the currency of the record is. */
        DOLLARS,
        TIME,
        /** A list, a map or free-form JSON, as the JSON list shows it. */
        JSON,
        /** The answer to one field of a page. */
        ANSWER,
        /** The answers without a column of their own. */
        OTHER_ANSWERS
    }

    private static final String CURRENCY = "currency";

    /** Returns the columns of a record: one for each value, with objects flattened, in the order of the definition. */
    static List<CsvColumn> of(List<Field> fields) {
        List<CsvColumn> columns = new ArrayList<>();
        add(columns, fields, "", null);
        return columns;
    }

    private static void add(List<CsvColumn> columns, List<Field> fields, String prefix, @Nullable String outer) {
        boolean own = fields.stream().anyMatch(field -> field.name().equals(CURRENCY));
        String currency = own ? prefix + CURRENCY : outer;
        for (Field field : fields) {
            Type type = field.type();
            String name = prefix + field.name();
            if (type.kind() == Type.Kind.OBJECT && !type.fields().isEmpty()) {
                add(columns, type.fields(), name + ".", currency);
            } else {
                Kind kind = kind(field, currency);
                columns.add(new CsvColumn(name, kind, kind == Kind.AMOUNT ? currency : null));
            }
        }
    }

    private static Kind kind(Field field, @Nullable String currency) {
        return switch (field.type().kind()) {
            case BOOLEAN, INTEGER, NUMBER -> Kind.PLAIN;
            case MONEY -> field.name().endsWith("Usd") ? Kind.DOLLARS : Kind.AMOUNT;
            case TIME -> Kind.TIME;
            case OBJECT, LIST, MAP, ANY, TEXT_OR_OBJECT -> Kind.JSON;
            default -> Kind.TEXT;
        };
    }

    /** Returns whether a name in a request selects this column: its own name, or that of an object around it. */
    boolean isNamed(String requested) {
        return name.equals(requested) || name.startsWith(requested + ".");
    }
}
