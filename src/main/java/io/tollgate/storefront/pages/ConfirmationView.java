package io.tollgate.storefront.pages;

import io.tollgate.catalog.model.PageBehavior;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page that confirms an order.
 *
 * @param messageHtml the seller's message, cleaned; null without one
 * @param order the order number with its label
 * @param mailed where the confirmation goes by e-mail; null if the page sends none
 * @param tickets the event and the tickets; null for an order of a product
 * @param licenseKey the key that the buyer receives; null without one
 * @param receipt what was bought, paid, and due
 * @param added the order of an accepted offer, or why there is none; null without an offer
 * @param files what the buyer can download
 * @param tracking address of the frame with the seller's tracking codes; null without any
 */
public record ConfirmationView(
        Shell shell,
        String heading,
        @Nullable String messageHtml,
        String order,
        @Nullable String mailed,
        @Nullable String licenseKey,
        @Nullable TicketsView tickets,
        ReceiptReader.ReceiptView receipt,
        @Nullable Added added,
        List<File> files,
        @Nullable String tracking) {

    /** Returns where the confirmation of an order goes by e-mail; null if its page sends none. */
    static @Nullable String mailed(Messages messages, PageBehavior behavior, String email) {
        return behavior.confirmsByEmail() ? messages.text("confirmation.mailed", messages.leftToRight(email)) : null;
    }

    /**
     * @param title of what was bought; null if the offer could not be sold
     * @param text the order number with its label, or why the offer could not be sold
     * @param path of the page of the order
     * @param purchases what an embedding site learns of the order
     */
    public record Added(
            @Nullable String title,
            String text,
            @Nullable SummaryView summary,
            @Nullable String path,
            EmbeddedPurchases purchases) {}

    /** @param size formatted */
    public record File(String path, String name, String size) {}
}
