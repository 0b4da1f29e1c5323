package io.tollgate.dashboard;

import io.tollgate.dashboard.ListView.Choice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The door of an event.
 *
 * @param path to which the form is sent
 * @param key idempotency key of the next scan
 * @param events that have not ended long ago
 * @param event id of the chosen event; empty for all
 * @param searchable whether the member may search tickets by name
 * @param result of the last scan; null without one
 * @param matches tickets found by name, from which the member chooses
 */
public record DoorView(
        Frame frame,
        String path,
        String key,
        List<Choice> events,
        String event,
        boolean searchable,
        @Nullable Result result,
        List<Match> matches) {
    /**
     * What became of a scan.
     *
     * @param style {@code good}, {@code waiting} if the staff should know something, or {@code bad}
     * @param name of the attendee; empty without one
     * @param lines what the staff should know
     * @param inside id of the ticket, if the attendee is in and can be let out; null otherwise
     */
    public record Result(
            String style,
            String title,
            String name,
            List<String> lines,
            @Nullable String inside) {}

    /** @param status whether the attendee is in */
    public record Match(String id, String name, String about, Cell status) {}
}
