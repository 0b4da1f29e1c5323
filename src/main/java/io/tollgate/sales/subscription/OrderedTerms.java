package io.tollgate.sales.subscription;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.records.Capacities;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The orders of subscriptions, from which their terms are calculated. */
public interface OrderedTerms {
    /** What a request changes; at least one is not null. */
    record Wish(@Nullable Integer quantity, @Nullable String priceId) {}

    /** Returns what a subscription charges now; null if it was not ordered on a page. */
    Future<@Nullable ChargedTerms> present(SqlConnection transaction, Scope scope, String subscriptionId);

    /**
     * Returns what a subscription would charge after a change. Fails with 400 if that is not possible.
     *
     * @throws ApiError 400
     */
    Future<ChargedTerms> changed(WriteContext write, String subscriptionId, Wish wish);

    /** Returns the terms with a quantity and a stored price. */
    Future<ChargedTerms> of(SqlConnection transaction, Scope scope, String subscriptionId, int quantity, String price);

    /** Fails with 409 if too little stock is left. Claims nothing. */
    Future<Void> requireStock(SqlConnection transaction, Scope scope, Map<Capacities.Owner, Integer> quantities);

    /** Claims stock, or releases it if the quantity is negative. Fails with 409 if too little is left. */
    Future<Void> move(
            SqlConnection transaction, Scope scope, String subscriptionId, Map<Capacities.Owner, Integer> difference);
}
