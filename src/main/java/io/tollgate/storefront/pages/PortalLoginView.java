package io.tollgate.storefront.pages;

/**
 * The page of a link, with the button that logs in.
 *
 * @param action path to which the form is sent
 */
public record PortalLoginView(Shell shell, String action, String csrf) {}
