package io.tollgate.processor;

import io.tollgate.pricing.TaxCalculation;
import io.tollgate.processor.SubscriptionInvoice.Position;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The processor API for one account of a seller in one mode. Blocks, and fails with a {@link ProcessorFailure}. Every
 * change has an idempotency key. All values are immutable, because they cross threads.
 */
public interface Processor {
    /** The number of invoices that one call returns. */
    int INVOICES_MAX = 10;

    /** Asks for a customer that cannot exist, which each key that Tollgate can use may do. Fails if it is refused. */
    default void check() {
        boolean unused = hasSubscription("check@tollgate.invalid");
    }

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

    /** Cancels a subscription, or undoes its scheduled cancellation. Succeeds if its end is already as requested. */
    SubscriptionState cancel(String subscriptionId, CancellationTime ending, String key);

    /**
     * Stops charging a subscription. Its periods go on, and the invoices of those that begin meanwhile are void.
     *
     * @param resumesAt when the processor charges again by itself; null for not before {@link #resume}
     */
    SubscriptionState pause(String subscriptionId, @Nullable Instant resumesAt, String key);

    /** Charges a paused subscription again from its next period on. */
    SubscriptionState resume(String subscriptionId, String key);

    /**
     * Returns what the processor would charge at once for a change of a subscription; with {@code NEVER}, what it would
     * charge next. Changes nothing.
     */
    UpdatePreview previewUpdate(SubscriptionUpdate update);

    /** Changes what a subscription charges in each period. Does nothing if it charges that already. */
    SubscriptionState updateSubscription(SubscriptionUpdate update, String key);

    SubscriptionState subscription(String subscriptionId);

    /**
     * Returns whether a customer with this e-mail address has a subscription that has not ended, however it was made.
     * Looks at 100 customers at most.
     */
    boolean hasSubscription(String email);

    /**
     * Creates a subscription, which begins when the buyer's browser confirms its first payment or its setup. Creates
     * the customer, the products and the coupon that the account does not have.
     */
    SubscriptionState createSubscription(SubscriptionTerms terms, String key);

    /**
     * Returns the next invoices of a subscription in the order of time, at most {@link #INVOICES_MAX}. If there are
     * as many, more may follow.
     *
     * @param after the last invoice that will not change any more; null to read from the first one
     */
    List<SubscriptionInvoice> invoices(String subscriptionId, @Nullable Position after);

    /** Charges the saved payment method for an open invoice. Returns the payment, as {@link #confirmPayment} does. */
    PaymentState payInvoice(String invoiceId, String key);

    /** Returns the open invoices of a subscription whose charges have failed, also after its end. */
    List<UnpaidInvoice> unpaidInvoices(String subscriptionId);

    /** Voids an open invoice, so that it is never charged. Returns its status, which is another one after a payment. */
    SubscriptionInvoice.Status voidInvoice(String invoiceId, String key);

    /** Deletes a customer with the saved payment methods. Does nothing if it does not exist. */
    void deleteCustomer(String id, String key);

    /** Creates a setup, with which a customer saves another payment method in the browser. */
    SetupState createSetup(String customerId, boolean cardOnly, String key);

    /** Returns the state of a setup, also that of a subscription without a first payment. */
    SetupState setup(String id);

    /** Makes the payment method of a successful setup the one that a subscription charges. */
    SubscriptionState useSetup(String subscriptionId, String setupId, String key);

    /** Creates a payment, which the buyer's browser then confirms with the client secret. */
    PaymentState createPayment(PaymentTerms terms, String key);

    /**
     * Charges a saved card for a payment that was created, while the buyer is present. Returns the payment, which may
     * be declined or need the buyer's authentication. Does not charge a payment again that succeeded before.
     */
    PaymentState confirmPayment(CardCharge charge, String key);

    PaymentState payment(String id);

    /** Cancels a payment. Returns the state of one that has succeeded meanwhile or is canceled already. */
    PaymentState cancelPayment(String id, String key);

    /** Calculates the tax of an order. Returns null if the address is not sufficient to determine the tax. */
    @Nullable
    TaxCalculation calculateTax(TaxableOrder order, String key);

    /**
     * Records the tax of a sold order in the account's reports, and returns the id of the transaction.
     *
     * @param reference identifies the order; the processor accepts each reference once
     */
    String recordTax(String calculationId, String reference, String key);

    /** Reverses recorded tax in part or in full. Does nothing if the reference was reversed before. */
    void reverseTax(TaxReversal reversal, String key);

    /** Refunds a payment in part or in full. */
    RefundState createRefund(RefundTerms terms, String key);

    /** Removes the note of a refund. Does nothing if there is no such refund. */
    void removeRefundNote(String refundId, String key);

    /** Returns what was received for a payment, with all refunds and disputes. */
    PaymentBalance balance(String paymentId);
}
