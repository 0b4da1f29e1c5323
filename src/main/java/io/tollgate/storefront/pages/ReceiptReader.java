package io.tollgate.storefront.pages;

import io.tollgate.platform.mail.MailDocument.Block;
import io.tollgate.platform.mail.MailDocument.Row;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import java.util.List;

/** Reads what buyers must know after a purchase. The confirmation shows it as the messages and the portal do. */
public interface ReceiptReader {
    /**
     * Reads the receipt of a payment, booking or subscription.
     *
     * @param id of the record
     */
    Future<ReceiptView> read(Scope scope, String id, Messages messages);

    /**
     * A receipt in the language of its reader.
     *
     * @param blocks what was bought, paid, and due, and what is charged next
     * @param documents links to the invoices
     * @param portalText what the buyer can do in the portal
     * @param portal the link to the portal
     */
    record ReceiptView(List<Block> blocks, List<Row> documents, String portalText, Row portal) {}
}
