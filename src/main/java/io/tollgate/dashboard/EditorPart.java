package io.tollgate.dashboard;

import java.util.List;

/**
 * What a section of the editor asks for: a value, or a list of objects.
 *
 * @param path of the value in the record, or in the object that contains it, such as {@code recurring.interval}
 * @param help one sentence; empty for none
 * @param first the value in a new object of a list; empty for none
 * @param noun what an object of a list is called; empty for a value
 * @param ordered whether the order of the list can be changed
 * @param parts what each object of a list has; empty for a value
 */
record EditorPart(
        String path, String label, String help, String first, String noun, boolean ordered, List<EditorPart> parts) {
    static EditorPart of(String path, String label) {
        return of(path, label, "");
    }

    static EditorPart of(String path, String label, String help) {
        return new EditorPart(path, label, help, "", "", false, List.of());
    }

    static EditorPart list(String path, String label, String help, String noun, EditorPart... parts) {
        return new EditorPart(path, label, help, "", noun, true, List.of(parts));
    }

    EditorPart first(String value) {
        return new EditorPart(path, label, help, value, noun, ordered, parts);
    }

    EditorPart unordered() {
        return new EditorPart(path, label, help, first, noun, false, parts);
    }

    boolean isList() {
        return !parts.isEmpty();
    }

    /** Returns the field of the record that contains the value. */
    String top() {
        int dot = path.indexOf('.');
        return dot < 0 ? path : path.substring(0, dot);
    }
}
