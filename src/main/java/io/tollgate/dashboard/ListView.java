package io.tollgate.dashboard;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param path of the list without filters
 * @param total number of all records that match the filters, for people; empty if unknown
 * @param filtered whether filters restrict the list
 * @param columns that can be chosen; empty if none can
 * @param chosen names of the chosen columns, separated by commas; empty for those of the list itself
 * @param kept filters that a choice of columns keeps
 * @param previous path of the newer records; null at the first page
 * @param next path of the older records; null at the last page
 * @param export path of all matching records as CSV; null if there are none
 * @param create the page that creates a record; null if the member may not
 * @param done what the member has just done; null without it
 * @param errors what is wrong with the filters
 */
public record ListView(
        Frame frame,
        String path,
        String total,
        boolean filtered,
        List<Input> inputs,
        List<ColumnChoice> columns,
        String chosen,
        List<Choice> kept,
        List<Heading> headings,
        List<RecordRow> rows,
        @Nullable String previous,
        @Nullable String next,
        @Nullable String export,
        Frame.@Nullable Link create,
        @Nullable String done,
        List<String> errors) {
    /** An input of the filter bar. */
    public record Input(String name, String label, String type, String value, List<Choice> choices) {}

    public record Choice(String value, String label) {
        /** Returns the choices with a value that is none of them. */
        static List<Choice> with(List<Choice> choices, String value) {
            if (value.isEmpty() || choices.stream().anyMatch(one -> one.value().equals(value))) {
                return choices;
            }
            List<Choice> all = new ArrayList<>(choices);
            all.add(new Choice(value, value));
            return all;
        }
    }

    /** A field that can be a column. */
    public record ColumnChoice(String name, String label, boolean shown) {}

    public record Heading(String label, boolean numeric) {}

    /** @param path of the record */
    public record RecordRow(String path, List<Cell> cells) {}
}
