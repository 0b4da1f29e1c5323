package io.tollgate.storefront.pages;

/**
 * The page in a frame after a purchase, which leads to another address.
 *
 * @param url an absolute URL, or a path of Tollgate
 * @param inFrame whether the address opens in the same frame; otherwise the embedding site is asked to open it
 */
public record LeaveView(Shell shell, String heading, String url, boolean inFrame) {}
