package io.tollgate.platform.resource;

import io.tollgate.platform.schema.Type;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A query parameter that selects the records with an equal value.
 *
 * @param name the parameter; its column is the same word in snake_case
 * @param path the location of the value in the record: a field, or a field within an object
 * @param counted whether totals by this value are precomputed, for low-cardinality values
 * @param unique whether no two records of a scope share a value; the lookup table has no column for it, because the
 * table's own unique index finds the record
 * @param listed whether the value is a list, of which one item is equal
 * @param fallback the value for records without one, or null
 */
public record Filter(
        String name,
        List<String> path,
        Type type,
        boolean counted,
        boolean unique,
        boolean listed,
        @Nullable String fallback) {

    public String column() {
        return snake(name);
    }

    /** Converts a field name to its column name in snake_case. */
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
