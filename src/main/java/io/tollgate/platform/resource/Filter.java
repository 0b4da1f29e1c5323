package io.tollgate.platform.resource;

import io.tollgate.platform.schema.Field;
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
 * @param idPrefix what the value has before the id of the record; null if the value is not the id
 */
public record Filter(
        String name,
        List<String> path,
        Type type,
        boolean counted,
        boolean unique,
        boolean listed,
        @Nullable String fallback,
        @Nullable String idPrefix) {

    /** Returns whether the value is the id of the record behind a prefix, so that it has no column. */
    public boolean ofId() {
        return idPrefix != null;
    }

    /**
     * Returns a filter by the value at a path.
     *
     * @param resource path of the list, for messages
     * @param first the field at which the path begins
     */
    static Filter at(
            String resource, String name, List<String> path, Field first, boolean counted, @Nullable String fallback) {
        Type type = first.type();
        for (String step : path.subList(1, path.size())) {
            type = type.fields().stream()
                    .filter(field -> field.name().equals(step))
                    .findFirst()
                    .orElseThrow(
                            () -> new IllegalArgumentException(resource + " has no field " + String.join(".", path)))
                    .type();
        }
        return new Filter(name, path, type, counted, false, false, fallback, null);
    }

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
