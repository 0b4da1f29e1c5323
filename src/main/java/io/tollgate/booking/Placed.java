package io.tollgate.booking;

import io.tollgate.invoice.InvoiceNumbers.Issue;

/**
 * A booking that has everything: its places, its number, its customer, its invoice's number.
 *
 * @param sellerName as invoices show it
 */
record Placed(
        Draft draft, String id, String orderId, String customerId, String invoiceId, Issue issue, String sellerName) {}
