package io.tollgate.storefront.pages;

import io.tollgate.platform.mail.MailDocument.Block;
import io.tollgate.platform.mail.MailDocument.Row;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page of one purchase.
 *
 * @param home path of the list
 * @param licenseKey null without one
 * @param blocks the parts of the order, as messages show them
 * @param payments the charges of a subscription
 * @param card where the card of the subscription can be replaced; null if it cannot
 * @param cancel where the subscription can be canceled, or where that can be undone; null if neither
 */
public record PortalOrderView(
        Shell shell,
        PortalHomeView.Account account,
        String home,
        String title,
        String status,
        String tone,
        List<Row> facts,
        @Nullable String licenseKey,
        List<Download> downloads,
        List<Block> blocks,
        List<Payment> payments,
        @Nullable Action card,
        @Nullable Action cancel) {

    /** @param text of the link */
    public record Action(String path, String text) {}

    /** @param note such as the size of a file; empty for none */
    public record Download(String path, String name, String note) {}

    /** @param document address of the invoice; null without one */
    public record Payment(
            String date,
            String amount,
            String status,
            String tone,
            @Nullable String document) {}
}
