package io.tollgate.dashboard;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record with all its fields.
 *
 * @param noun what it is, such as Payment
 * @param state in words; null without one
 * @param back path of the list
 * @param done what the member has just done; null without it
 * @param actions what the member may do with the record
 * @param facts the values that matter to people
 * @param groups parts of the record that have fields of their own
 * @param tables lists in the record
 * @param technical ids and values for developers
 * @param related lists of what belongs to the record
 * @param timeline newest first; null if the member may not read it
 * @param json the record as the API returns it
 * @param curl a command that reads it
 */
public record RecordView(
        Frame frame,
        String noun,
        String title,
        @Nullable Cell state,
        String back,
        @Nullable String done,
        List<Frame.Link> actions,
        List<Fact> facts,
        List<Group> groups,
        List<Table> tables,
        List<Fact> technical,
        List<Frame.Link> related,
        @Nullable List<Entry> timeline,
        String json,
        String curl) {
    public record Fact(String label, Cell value) {}

    public record Group(String label, List<Fact> facts) {}

    public record Table(String label, List<String> headings, List<List<Cell>> rows) {}

    /**
     * Something that happened to the record.
     *
     * @param kind as the API names it, for the mark at its side
     * @param status what became of it; null if nothing can become of it
     * @param actor who caused it
     * @param path of the record that tells more; null without one
     */
    public record Entry(
            String kind,
            String title,
            @Nullable Cell status,
            Cell at,
            String actor,
            @Nullable String path) {}
}
