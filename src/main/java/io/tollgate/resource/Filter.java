package io.tollgate.resource;

import io.tollgate.schema.Type;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A query parameter that selects the records whose value equals it.
 *
 * @param name the parameter; its column is the same word in snake_case
 * @param path where the value stands in the record, a field or a field within an object
 * @param counted whether totals by this value are kept ready: for values of which there are few
 * @param unique whether no two records of a scope share a value: the narrow twin has no column for it, since the
 *     table's own unique index finds the one record
 * @param fallback the value of a record that has none, or null
 */
public record Filter(
        String name,
        List<String> path,
        Type type,
        boolean counted,
        boolean unique,
        @Nullable String fallback) {

    public String column() {
        return snake(name);
    }

    /** Columns are the words of the interface in snake_case, without exception. */
    public static String snake(String name) {
        StringBuilder column = new StringBuilder(name.length() + 8);
        for (char c : name.toCharArray()) {
            if (Character.isUpperCase(c)) {
                column.append('_');
            }
            column.append(c);
        }
        return column.toString().toLowerCase(Locale.ROOT);
    }
}
