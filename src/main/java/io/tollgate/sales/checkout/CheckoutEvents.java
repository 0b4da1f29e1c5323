package io.tollgate.sales.checkout;

import io.tollgate.catalog.file.UploadRecords;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.event.ProcessorEvent;
import io.tollgate.processor.event.ProcessorEventHandler;
import io.tollgate.sales.subscription.SubscriptionSync;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Objects;
import java.util.Set;

/** Settles checkouts when the processor reports that their payment or subscription has changed. */
public record CheckoutEvents(WriteExecutor writes, CheckoutSettlement settlement) implements ProcessorEventHandler {
    /** Changes after which a checkout has the same status as before: it waits for its buyer. */
    private static final Set<String> WITHOUT_OUTCOME = Set.of(
            "payment_intent.created",
            "payment_intent.requires_action",
            "customer.subscription.created",
            "invoice.created",
            "invoice.finalized");

    /** The card for a free trial was declined: the try counts. */
    private static final String CARD_NOT_SAVED = "setup_intent.setup_failed";

    /** The unique indexes of both tables serve the query. */
    private static final String OF_PAYMENT = """
            SELECT c.status, EXISTS (
                SELECT FROM payment_attempt a
                WHERE a.seller_id = $1 AND a.livemode = $2 AND a.checkout_id = $3 AND a.processor_id = $4
                  AND a.status <> 'CANCELED')
            FROM checkout c WHERE c.seller_id = $1 AND c.livemode = $2 AND c.id = $3
            """;

    public static CheckoutEvents of(WriteExecutor writes, ProcessorClient processor, UploadRecords uploads) {
        return new CheckoutEvents(writes, new CheckoutSettlement(writes, processor, uploads));
    }

    @Override
    public boolean handles(String type) {
        return type.startsWith("payment_intent.")
                || type.startsWith("customer.subscription.")
                || type.startsWith("invoice.")
                || type.equals(CARD_NOT_SAVED);
    }

    /** An event is settled if its checkout is, or if it never changes one. */
    @Override
    public Future<Boolean> isSettled(SqlConnection transaction, Scope scope, ProcessorEvent event) {
        // The events of a subscription concern more than its checkout.
        if (event.checkoutId() == null || !event.type().startsWith("payment_intent.")) {
            return Future.succeededFuture(false);
        }
        String paymentId = Objects.requireNonNullElse(event.paymentId(), event.objectId());
        return transaction
                .preparedQuery(OF_PAYMENT)
                .execute(Tuple.of(scope.sellerId(), scope.live(), event.checkoutId(), paymentId))
                .map(rows -> {
                    for (Row row : rows) {
                        boolean ended =
                                CheckoutStatus.valueOf(row.getString(0)).next().isEmpty();
                        return WITHOUT_OUTCOME.contains(event.type()) || ended && row.getBoolean(1);
                    }
                    return false;
                });
    }

    @Override
    public Future<Boolean> apply(Scope scope, ProcessorEvent event) {
        String payment = Objects.requireNonNullElse(event.paymentId(), event.objectId());
        String begun = Objects.requireNonNullElse(event.subscriptionId(), payment);
        return writes.read(
                        scope, write -> CheckoutStore.checkoutOf(write.transaction(), scope, begun, event.checkoutId()))
                .compose(checkoutId -> checkoutId == null
                        ? Future.succeededFuture(false)
                        : WITHOUT_OUTCOME.contains(event.type())
                                ? Future.succeededFuture(true)
                                : settlement
                                        .settle(scope, checkoutId)
                                        .compose(settled -> synchronize(scope, event))
                                        .map(settled -> true));
    }

    /**
     * Lets the subscription of a complete order be synchronized. Another settlement, such as that of the buyer's
     * return, may have recorded it meanwhile, from a state that it had read before the reported change.
     */
    private Future<Boolean> synchronize(Scope scope, ProcessorEvent event) {
        String id = event.subscriptionId();
        return id == null
                ? Future.succeededFuture(false)
                : writes.run(scope, write -> SubscriptionSync.request(write, id));
    }
}
