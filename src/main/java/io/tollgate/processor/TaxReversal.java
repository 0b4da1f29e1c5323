package io.tollgate.processor;

import org.jspecify.annotations.Nullable;

/**
 * A refund to report to the processor's tax records.
 *
 * @param transactionId the tax transaction of the refunded order
 * @param reference identifies the refund; the processor accepts each reference once
 * @param amount the refunded amount including its tax; null for everything
 */
public record TaxReversal(
        String transactionId, String reference, @Nullable Long amount) {}
