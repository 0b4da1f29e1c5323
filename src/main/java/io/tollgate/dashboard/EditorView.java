package io.tollgate.dashboard;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A section of the editor.
 *
 * @param title of the page that is edited
 * @param state whether it is published
 * @param back path of the record
 * @param sections of the editor, with the one that is shown
 * @param actions such as publishing
 * @param path to which the form is sent
 * @param version of the record, which the save sends back
 * @param key of the form, so that what it adds is added once
 * @param done what has just been done; null if nothing was
 * @param problems what is wrong with the form as a whole
 * @param conflict whether somebody else has changed the record since the form was shown
 * @param pictures null if the section has none
 * @param preview null if the page has none
 */
public record EditorView(
        Frame frame,
        String title,
        Cell state,
        String back,
        List<Frame.Link> sections,
        List<Frame.Link> actions,
        String section,
        String path,
        String version,
        String key,
        @Nullable String done,
        List<String> problems,
        boolean conflict,
        List<EditorEntry> entries,
        @Nullable PicturesView pictures,
        @Nullable Preview preview) {
    /**
     * The page as visitors see it.
     *
     * @param address of the page in a window of its own
     * @param frame address of the page for a frame; null if it must not be shown in one
     */
    public record Preview(String address, @Nullable String frame) {}
}
