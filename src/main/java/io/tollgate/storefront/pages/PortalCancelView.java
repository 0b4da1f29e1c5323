package io.tollgate.storefront.pages;

import org.jspecify.annotations.Nullable;

/**
 * The page that asks a customer to confirm the cancellation of a subscription.
 *
 * @param action path to which the form is sent
 * @param back path of the subscription
 * @param notice why the subscription was not canceled; null before it was tried
 */
public record PortalCancelView(
        Shell shell,
        PortalHomeView.Account account,
        String text,
        String action,
        String back,
        @Nullable String notice) {}
