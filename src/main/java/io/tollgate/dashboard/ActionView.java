package io.tollgate.dashboard;

import java.util.List;

/**
 * The form of an action, or what it would change.
 *
 * @param back path of the record
 * @param path to which the form is sent
 * @param key idempotency key of the write
 * @param preview whether the page shows what the action would change, with a button that does it
 * @param problems what is wrong with the form as a whole
 */
public record ActionView(
        Frame frame,
        String label,
        String record,
        String back,
        String path,
        String key,
        boolean preview,
        List<Input> inputs,
        List<Change> changes,
        List<String> problems) {
    /**
     * @param type text, email, select, checkbox, checkboxes, textarea or datetime-local
     * @param problem what is wrong with the value; empty if nothing is
     */
    public record Input(
            String name,
            String label,
            String hint,
            String type,
            String value,
            boolean required,
            List<ListView.Choice> choices,
            String problem) {
        /** Returns the chosen values of several checkboxes. */
        public List<String> chosen() {
            return value.isEmpty() ? List.of() : List.of(value.split("\n"));
        }
    }

    /** A value that the action changes. */
    public record Change(String label, String before, String after) {}
}
