package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.schema.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of a list.
 *
 * @param path of the value in the record
 * @param field what a member has chosen; null for a column that the list has by itself
 */
record ListColumn(
        String label,
        List<String> path,
        Format format,
        @Nullable Field field) {
    /** How a value is shown. */
    enum Format {
        TEXT,
        /** A short text in a font of equal widths. */
        CODE,
        /** A state, in words, with a color by its meaning. */
        STATUS,
        /** An amount in the currency of the record. */
        MONEY,
        NUMBER,
        TIME,
        /** Yes or no. */
        FLAG,
        /** To how many pages somebody is restricted. */
        PAGES,
        /** Whether a page is in test mode. */
        TEST_MODE
    }

    ListColumn(String label, List<String> path, Format format) {
        this(label, path, format, null);
    }

    /** Returns the column of a field. */
    static ListColumn of(Field field) {
        return new ListColumn(ValueFormat.label(field.name()), List.of(field.name()), ValueFormat.format(field), field);
    }

    Cell cell(ValueFormat values, JsonNode record) {
        JsonNode value = value(record);
        return field == null ? values.cell(format, value, record) : values.cell(field, value, record);
    }

    JsonNode value(JsonNode record) {
        JsonNode value = record;
        for (String step : path) {
            value = value.path(step);
        }
        return value;
    }

    /** Returns whether values are aligned at the end of the column. */
    boolean isNumeric() {
        return format == Format.MONEY || format == Format.NUMBER;
    }
}
