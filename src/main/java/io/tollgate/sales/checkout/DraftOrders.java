package io.tollgate.sales.checkout;

import static io.tollgate.sales.checkout.CheckoutStore.at;
import static io.tollgate.sales.checkout.CheckoutStore.names;

import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.checkout.DraftRecordWriter.Identity;
import io.tollgate.sales.purchase.Abandonment;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** Turns the draft of an order's cart into the order: its record has the id and the number of the draft. */
final class DraftOrders {
    private static final String LOCK_LOOKUP = """
            SELECT FROM %s_lookup WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND created_at = $4
            FOR NO KEY UPDATE
            """;

    private DraftOrders() {}

    /**
     * The record of a draft that becomes the order.
     *
     * @param identity what the order keeps of it
     */
    record Taken(Identity identity, Stored former) {}

    /**
     * Ends the draft of an order's cart and returns its record, locked; null if there is none. From then on, no
     * reminder is sent. The caller has locked the customer.
     */
    static Future<@Nullable Taken> take(WriteContext write, PageOrder.Placed placed) {
        PageOrder order = placed.priced().order();
        if (placed.offer() != null) {
            return Future.succeededFuture();
        }
        return DraftStore.lockOfBuyer(
                        write,
                        order.page().id(),
                        order.form().visit().visitId(),
                        placed.buyer().email())
                .compose(draft -> {
                    if (draft == null) {
                        return Future.<@Nullable Taken>succeededFuture();
                    }
                    return draft.kind().equals(OrderCodec.kind(placed.priced()))
                            ? take(write, draft)
                            : CartDrafts.expire(write, draft).map(expired -> null);
                });
    }

    /**
     * Locks the columns for lists, which the order updates last. Cancellations update them before they lock
     * registrations and capacities.
     */
    private static Future<Void> lockLookup(WriteContext write, Resource resource, Identity identity) {
        return write.transaction()
                .preparedQuery(LOCK_LOOKUP.formatted(resource.table()))
                .execute(names(write.scope(), identity.id()).addValue(at(identity.createdAt())))
                .mapEmpty();
    }

    /** Of records with this field, only subscriptions have a value for a purchase after a reminder. */
    private static String emailStatus(CartDraft draft, Abandonment left) {
        return left.emailSentAt() == null
                ? DraftRecordWriter.SKIPPED
                : draft.kind().equals(OrderCodec.SUBSCRIPTION) ? "converted" : left.emailStatus();
    }

    private static Future<@Nullable Taken> take(WriteContext write, CartDraft draft) {
        boolean abandoned = draft.status() == CartDraft.Status.ABANDONED;
        Resource resource = DraftRecordWriter.resource(draft.kind());
        return DraftStore.end(write, draft.id(), abandoned ? CartDraft.Status.RECOVERED : CartDraft.Status.BOUGHT)
                .compose(ended -> write.lock(write.scope(), resource, draft.id()))
                .compose(former -> lockLookup(write, resource, DraftRecordWriter.identity(former))
                        .map(former))
                .map(former -> {
                    Identity kept = DraftRecordWriter.identity(former);
                    Abandonment left = kept.abandonment();
                    Abandonment recovered = left == null
                            ? null
                            : new Abandonment(emailStatus(draft, left), left.emailSentAt(), write.now());
                    return new Taken(new Identity(kept.id(), kept.orderId(), kept.createdAt(), recovered), former);
                });
    }
}
