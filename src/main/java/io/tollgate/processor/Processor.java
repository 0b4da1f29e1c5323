package io.tollgate.processor;

import java.time.Instant;
import java.util.List;

/**
 * The processor as one seller's account in one mode sees it. It blocks, and fails with a {@link
 * ProcessorFailure}. Every call carries a key under which it may be sent again without a second
 * effect.
 */
interface Processor {
    /** Makes a coupon under an id of ours; one that is there already is left as it is. */
    void createCoupon(String id, CouponTerms discount, String key);

    /** Gives a coupon another name; one that is not there is left so. */
    void renameCoupon(String id, String name, String key);

    /** No purchase can use the coupon any more, whether it was there or not. */
    void deleteCoupon(String id, String key);

    /** Makes a tax rate that remembers our record; gives its id. */
    String createTaxRate(String recordId, TaxTerms terms, String key);

    void renameTaxRate(String id, String displayName, String key);

    /** The processor keeps tax rates for ever: an inactive one is used by nothing new. */
    void deactivateTaxRate(String id, String key);

    /** The active tax rates that remember our record: for clearing up where an answer was lost. */
    List<String> taxRatesOf(String recordId, Instant since);

    /** Ends a subscription; one that has ended already counts as ended. */
    SubscriptionState cancel(String subscriptionId, CancellationTime ending, String key);

    SubscriptionState subscription(String subscriptionId);
}
