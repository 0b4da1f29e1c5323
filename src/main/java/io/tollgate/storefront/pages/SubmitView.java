package io.tollgate.storefront.pages;

/**
 * The button that places an order.
 *
 * @param text names what follows: a payment, an order that has to be paid, or a free order
 * @param card whether the buyer enters payment details next
 */
public record SubmitView(String text, boolean card) {}
