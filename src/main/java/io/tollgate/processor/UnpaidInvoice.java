package io.tollgate.processor;

/**
 * An open invoice of a subscription whose charge has failed.
 *
 * @param amountDue in the currency's smallest unit
 */
public record UnpaidInvoice(String id, long amountDue) {}
