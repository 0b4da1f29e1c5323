package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A column of a list.
 *
 * @param path of the value in the record
 */
record ListColumn(String label, List<String> path, Format format) {
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
