package io.tollgate.dashboard;

import io.tollgate.dashboard.ActionView.Input;
import java.util.List;

/**
 * The form that creates a page from a template.
 *
 * @param path to which the form is sent
 * @param key idempotency key of the write
 * @param inputs besides the template
 * @param problems what is wrong with the form as a whole
 */
public record TemplatesView(
        Frame frame,
        String label,
        String back,
        String path,
        String key,
        List<Template> templates,
        List<Input> inputs,
        List<String> problems) {
    public record Template(String id, String name, String description, boolean chosen) {}
}
