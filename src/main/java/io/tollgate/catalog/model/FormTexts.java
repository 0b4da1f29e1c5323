package io.tollgate.catalog.model;

import io.tollgate.catalog.model.PageTexts.FieldContent;
import io.tollgate.catalog.model.PageTexts.Image;
import io.tollgate.catalog.model.PageTexts.Redirect;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a form shows besides what the rules of {@link Form} read. Decoded from the same document.
 *
 * @param descriptionHtml as the seller wrote it: not safe to show before it is cleaned
 * @param confirmationCheckoutMessage HTML, not cleaned
 * @param googleIndex whether search engines may index the page
 */
public record FormTexts(
        @Nullable String descriptionHtml,
        List<Image> images,
        boolean googleIndex,
        boolean customizeCheckoutConfirmation,
        @Nullable String confirmationCheckoutTitle,
        @Nullable String confirmationCheckoutMessage,
        @Nullable Redirect redirect,
        List<FieldContent> fields,
        List<AttachedFile> files) {

    /**
     * A file that visitors receive after they submit the form.
     *
     * @param size in bytes
     */
    public record AttachedFile(String id, String name, long size) {}

    /** Returns the texts with another description. */
    public FormTexts withDescription(String html) {
        return new FormTexts(
                html,
                images,
                googleIndex,
                customizeCheckoutConfirmation,
                confirmationCheckoutTitle,
                confirmationCheckoutMessage,
                redirect,
                fields,
                files);
    }

    public Optional<FieldContent> field(String id) {
        return fields.stream().filter(field -> field.id().equals(id)).findFirst();
    }
}
