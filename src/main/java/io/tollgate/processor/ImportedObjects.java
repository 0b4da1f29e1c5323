package io.tollgate.processor;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Registers payments and subscriptions with a simulated account before Tollgate changes them there. Demo records were
 * never created at the simulator. Does nothing for an account that is not simulated or already has the object.
 */
public interface ImportedObjects {
    /**
     * A payment by card.
     *
     * @param chargeId null if the record has none
     * @param received what was paid and is not refunded, in the currency's smallest unit
     */
    record Payment(String intentId, @Nullable String chargeId, String currency, long received) {}

    /**
     * A subscription.
     *
     * @param priceId identifies what was sold
     * @param periodEnd null if the record has no period
     * @param cancelAt when the subscription ends; null unless a date was requested
     */
    record Subscription(
            String id,
            @Nullable String customerId,
            String priceId,
            @Nullable Instant periodEnd,
            boolean cancelAtPeriodEnd,
            @Nullable Instant cancelAt) {}

    Future<Void> register(SqlConnection transaction, ProcessorAccount account, Payment payment, Instant now);

    Future<Void> register(SqlConnection transaction, ProcessorAccount account, Subscription subscription, Instant now);
}
