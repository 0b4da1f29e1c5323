package io.tollgate.simulator;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A subscription with its open invoices, their payments and its saved payment method. Locked until the end of the
 * transaction, changed in memory, and written at once.
 *
 * <p>The lock of the subscription precedes those of its invoices and payment intents, in every transaction.
 */
final class BilledSubscription {
    private static final String OPEN_INVOICES = """
            SELECT object::text FROM simulated_object
            WHERE seller_id = $1 AND livemode = $2 AND kind = 'invoice'
                AND invoiced_subscription = $3 AND object ->> 'status' = 'open'
            ORDER BY invoice_number
            FOR UPDATE
            """;
    private static final String INTENTS = """
            SELECT object::text FROM simulated_object
            WHERE seller_id = $1 AND livemode = $2 AND kind = 'payment_intent' AND id = ANY($3)
            ORDER BY id
            FOR UPDATE
            """;
    private static final String SCHEDULE = """
            INSERT INTO simulated_billing (seller_id, livemode, subscription_id, due_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (seller_id, livemode, subscription_id) DO UPDATE SET due_at = EXCLUDED.due_at
            """;
    private static final String UNSCHEDULE =
            "DELETE FROM simulated_billing WHERE seller_id = $1 AND livemode = $2 AND subscription_id = $3";

    private SimulatedObjects objects;
    private final JsonObject subscription;
    private final Map<String, JsonObject> open = new LinkedHashMap<>();
    private final Map<String, JsonObject> intents = new LinkedHashMap<>();
    private final ObjectChanges changes = new ObjectChanges();
    private @Nullable JsonObject method;

    /** Creates the view of a new subscription, which has no invoice yet. */
    BilledSubscription(SimulatedObjects objects, JsonObject subscription) {
        this.objects = objects;
        this.subscription = subscription;
    }

    /** Locks and reads a subscription, and does what is due until the time of the account. */
    static Future<BilledSubscription> current(SimulatedObjects objects, String id) {
        return load(objects, id).compose(book -> catchUp(book, objects.now()));
    }

    private static Future<BilledSubscription> catchUp(BilledSubscription book, long until) {
        Long next = SubscriptionBilling.nextDue(book);
        return next == null || next > until
                ? Future.succeededFuture(book)
                : book.catchUpOnce().compose(written -> catchUp(book, until));
    }

    /** Does what is due until the time of the account, up to the limit of a single write. */
    Future<Void> catchUpOnce() {
        SimulatedObjects present = objects;
        SubscriptionBilling.catchUp(this, present.now());
        objects = present;
        return write();
    }

    /** Locks and reads a subscription. */
    static Future<BilledSubscription> load(SimulatedObjects objects, String id) {
        return objects.find(SimulatedSubscriptions.KIND, id).compose(found -> {
            BilledSubscription book = new BilledSubscription(objects, found);
            Tuple names = Tuple.of(objects.scope().sellerId(), objects.scope().live(), id);
            return objects.transaction()
                    .preparedQuery(OPEN_INVOICES)
                    .execute(names)
                    .compose(rows -> {
                        SimulatedObjects.objects(rows)
                                .forEach(invoice -> book.open.put(invoice.getString("id"), invoice));
                        return book.loadIntents();
                    })
                    .compose(loaded -> book.loadMethod())
                    .map(book);
        });
    }

    private Future<Void> loadIntents() {
        String[] ids = open.values().stream()
                .map(invoice -> invoice.getString(SimulatedInvoices.INTENT))
                .filter(Objects::nonNull)
                .toArray(String[]::new);
        return ids.length == 0
                ? Future.succeededFuture()
                : objects.transaction()
                        .preparedQuery(INTENTS)
                        .execute(Tuple.of(
                                objects.scope().sellerId(), objects.scope().live(), ids))
                        .map(rows -> {
                            SimulatedObjects.objects(rows)
                                    .forEach(intent -> intents.put(intent.getString("id"), intent));
                            return null;
                        });
    }

    private Future<Void> loadMethod() {
        String id = subscription.getString("default_payment_method");
        return id == null
                ? Future.succeededFuture()
                : objects.read(SimulatedCharges.METHOD, id).map(found -> {
                    method = found;
                    return null;
                });
    }

    /** Returns the objects of the account at the time of the present step. */
    SimulatedObjects objects() {
        return objects;
    }

    /** Dates the following changes at another time. */
    void moveTo(long seconds) {
        objects = new SimulatedObjects(
                objects.transaction(),
                objects.scope(),
                Instant.ofEpochSecond(seconds),
                objects.clock(),
                objects.scenario());
    }

    long now() {
        return objects.now();
    }

    JsonObject subscription() {
        return subscription;
    }

    String status() {
        return subscription.getString("status");
    }

    /** Returns the saved method that renewals charge; null without one. */
    @Nullable
    JsonObject method() {
        return method;
    }

    /** Saves another method for the following charges. */
    void use(JsonObject saved) {
        method = saved;
        subscription.put("default_payment_method", saved.getString("id"));
    }

    /** Returns the open invoices, oldest first. */
    List<JsonObject> openInvoices() {
        return List.copyOf(open.values());
    }

    @Nullable
    JsonObject openInvoice(String id) {
        return open.get(id);
    }

    /** Returns the payment intent of an open invoice; null if it needs no payment. */
    @Nullable
    JsonObject intent(JsonObject invoice) {
        return intents.get(invoice.getString(SimulatedInvoices.INTENT));
    }

    /** Replaces the payment intent of an open invoice by the one that the caller changes. */
    void adopt(JsonObject intent) {
        intents.put(intent.getString("id"), intent);
    }

    /** Notes a new or changed invoice. */
    void put(JsonObject invoice, @Nullable JsonObject intent) {
        changes.put(invoice);
        if (intent != null) {
            intents.put(intent.getString("id"), intent);
            changes.put(intent);
        }
        if ("open".equals(invoice.getString("status"))) {
            open.put(invoice.getString("id"), invoice);
        } else {
            open.remove(invoice.getString("id"));
        }
    }

    /** Notes a new or changed object other than an invoice. */
    void put(JsonObject object) {
        changes.put(object);
    }

    /** Notes an event with the present state of an object. Words in the subscription's texts select its delivery. */
    void report(String type, JsonObject object) {
        changes.report(objects, type, object, SimulatedEvents.commands(subscription));
    }

    /** Writes all changes, and when something is due next. */
    Future<Void> write() {
        changes.put(subscription);
        Long next = SubscriptionBilling.nextDue(this);
        Tuple names = Tuple.of(objects.scope().sellerId(), objects.scope().live(), subscription.getString("id"));
        return changes.write(objects)
                .compose(written -> next == null
                        ? objects.transaction().preparedQuery(UNSCHEDULE).execute(names)
                        : objects.transaction()
                                .preparedQuery(SCHEDULE)
                                .execute(names.addValue(
                                        Instant.ofEpochSecond(next).atOffset(ZoneOffset.UTC))))
                .mapEmpty();
    }
}
