package io.tollgate.storefront.pages;

import org.jspecify.annotations.Nullable;

/**
 * The page that asks for the customer's e-mail address.
 *
 * @param action path to which the form is sent
 * @param email the address as it was sent
 * @param error why the address was not accepted; null if it was not sent yet
 * @param notice tells the customer something above the form; null for nothing
 */
public record PortalEntryView(
        Shell shell,
        String action,
        String csrf,
        String email,
        @Nullable String error,
        @Nullable String notice) {}
