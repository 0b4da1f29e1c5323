package io.tollgate.processor;

import java.time.Instant;
import java.util.List;

/**
 * The processor API for one account of a seller in one mode. Blocks, and fails with a {@link ProcessorFailure}. Every
 * call has an idempotency key.
 */
interface Processor {
    /** Creates a coupon with an id chosen by Tollgate. Leaves an existing one unchanged. */
    void createCoupon(String id, CouponTerms discount, String key);

    /** Renames a coupon. Does nothing if it does not exist. */
    void renameCoupon(String id, String name, String key);

    /** Deletes a coupon, so that new purchases cannot use it. Does nothing if it does not exist. */
    void deleteCoupon(String id, String key);

    /** Creates a tax rate with the record's id in its metadata and returns the processor's id. */
    String createTaxRate(String recordId, TaxTerms terms, String key);

    void renameTaxRate(String id, String displayName, String key);

    /** Deactivates a tax rate, which the processor cannot delete, so that nothing new uses it. */
    void deactivateTaxRate(String id, String key);

    /** Returns the active tax rates whose metadata contain a record id, for cleanup after a lost response. */
    List<String> taxRatesOf(String recordId, Instant since);

    /** Cancels a subscription. Succeeds if it is already canceled as requested. */
    SubscriptionState cancel(String subscriptionId, CancellationTime ending, String key);

    SubscriptionState subscription(String subscriptionId);

    /** Creates a payment, which the buyer's browser then confirms with the client secret. */
    PaymentState createPayment(PaymentTerms terms, String key);

    PaymentState payment(String id);

    /** Cancels a payment. Returns the state of one that has succeeded meanwhile or is canceled already. */
    PaymentState cancelPayment(String id, String key);

    /** Refunds a payment in part or in full. */
    RefundState createRefund(RefundTerms terms, String key);

    /** Returns what was received for a payment, with all refunds and disputes. */
    PaymentBalance balance(String paymentId);
}
