package io.tollgate.storefront.pages;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page that confirms a submission.
 *
 * @param messageHtml the seller's message, cleaned; null without one
 * @param files the files that the visitor receives
 */
public record SubmittedView(
        Shell shell, String heading, @Nullable String messageHtml, List<FileLink> files) {

    /** @param size with its unit, such as {@code 1.2 MB} */
    public record FileLink(String name, String size, String path) {}
}
