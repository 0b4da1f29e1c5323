package io.tollgate.storefront.pages;

import org.jspecify.annotations.Nullable;

/**
 * The page that asks a customer to confirm the cancellation of a subscription, or to undo it.
 *
 * @param title what is asked
 * @param confirm text of the button
 * @param leave text of the link back
 * @param action path to which the form is sent
 * @param back path of the subscription
 * @param notice why the subscription was not changed; null before it was tried
 */
public record PortalCancelView(
        Shell shell,
        PortalHomeView.Account account,
        String title,
        String text,
        String confirm,
        String leave,
        String action,
        String back,
        @Nullable String notice) {}
