package io.tollgate.storefront.pages;

import org.jspecify.annotations.Nullable;

/**
 * A page that only tells the buyer something.
 *
 * @param link path of a link; null without one
 * @param linkText text of the link
 * @param reference id of the request, for the seller's support; null without one
 */
public record NoticeView(
        Shell shell,
        String heading,
        String text,
        @Nullable String link,
        String linkText,
        @Nullable String reference) {}
