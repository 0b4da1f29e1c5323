package io.tollgate.dashboard;

import io.tollgate.dashboard.ActionView.Input;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An input of the editor, or a list of objects that have inputs. One of both is null.
 *
 * @param stored the value that is saved now, if another one was entered over it; empty otherwise
 */
public record EditorEntry(
        @Nullable Input input, String stored, @Nullable Rows rows) {
    /**
     * A list of objects.
     *
     * @param noun what an object is called
     * @param ordered whether its order can be changed
     * @param problem what is wrong with the list as a whole; empty if nothing is
     */
    public record Rows(
            String name, String label, String help, String noun, boolean ordered, String problem, List<Row> rows) {}

    /**
     * An object of a list.
     *
     * @param name which begins the names of its inputs
     * @param title what people call it
     * @param at the id of the stored object, or its place in the list; empty if it is new
     * @param open whether its inputs are shown at once
     */
    public record Row(String name, String title, String at, boolean open, List<EditorEntry> entries) {}
}
