package io.tollgate.storefront.pages;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The list of a customer's purchases.
 *
 * @param next path of the next page; null if this is the last one
 * @param first path of the first page; null if this is the first one
 */
public record PortalHomeView(
        Shell shell,
        Account account,
        List<Item> items,
        @Nullable String next,
        @Nullable String first) {

    /**
     * The customer who is logged in.
     *
     * @param logout path to which the form is sent that logs out
     */
    public record Account(String email, String logout, String csrf) {}

    /**
     * A purchase.
     *
     * @param path of the purchase
     * @param tone how the status is emphasized: {@code good}, {@code note} or {@code plain}
     */
    public record Item(String path, String title, String about, String amount, String status, String tone) {}
}
