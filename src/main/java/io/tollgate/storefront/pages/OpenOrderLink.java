package io.tollgate.storefront.pages;

/**
 * A link to an order that the buyer can still pay.
 *
 * @param total formatted
 */
public record OpenOrderLink(String path, String title, String total) {}
