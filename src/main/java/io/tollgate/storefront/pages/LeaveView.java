package io.tollgate.storefront.pages;

/**
 * The page in a frame after a purchase, which asks the embedding site to open another address.
 *
 * @param url an absolute URL
 */
public record LeaveView(Shell shell, String heading, String url) {}
