package io.tollgate.simulator;

import io.tollgate.simulator.TestCard.Decline;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The operations of the seller's server on invoices. */
final class InvoiceOperations {
    private static final int PAGE = 10;
    private static final int PAGE_MAX = 100;

    private static final String BEFORE = """
            SELECT object::text FROM simulated_object
            WHERE seller_id = $1 AND livemode = $2 AND kind = 'invoice' AND invoiced_subscription = $3
                AND invoice_number < $4
            ORDER BY invoice_number DESC LIMIT $5
            """;
    static final String AFTER = """
            SELECT object::text FROM simulated_object
            WHERE seller_id = $1 AND livemode = $2 AND kind = 'invoice' AND invoiced_subscription = $3
                AND invoice_number > $4
            ORDER BY invoice_number LIMIT $5
            """;

    private InvoiceOperations() {}

    /** Returns the invoices of a subscription, newest first. */
    static Future<JsonObject> list(SimulatedObjects objects, FormBody form, String none) {
        form.only(Set.of("subscription", "status", "limit", "starting_after", "ending_before", "expand"));
        String subscription = form.required("subscription");
        if (form.has("status")) {
            return listOpen(objects, form, subscription);
        }
        Long limit = form.integer("limit");
        int page = limit == null ? PAGE : (int) Math.max(1, Math.min(PAGE_MAX, limit));
        return BilledSubscription.current(objects, subscription)
                .compose(current -> cursor(objects, form))
                .compose(cursor -> {
                    boolean newer = form.has("ending_before");
                    int number = cursor == null ? Integer.MAX_VALUE : cursor.getInteger(SimulatedInvoices.NUMBER);
                    Tuple values = Tuple.of(
                            objects.scope().sellerId(), objects.scope().live(), subscription, number, page + 1);
                    return objects.transaction()
                            .preparedQuery(newer ? AFTER : BEFORE)
                            .execute(values)
                            .map(rows -> page(SimulatedObjects.objects(rows), page, newer));
                })
                .compose(found -> Expansion.of(objects, form, found));
    }

    private static Future<JsonObject> listOpen(SimulatedObjects objects, FormBody form, String subscription) {
        if (!form.required("status").equals("open") || form.has("starting_after") || form.has("ending_before")) {
            throw WireError.invalid("status", "The simulator lists open invoices only, in one page.");
        }
        return BilledSubscription.current(objects, subscription).compose(book -> {
            List<JsonObject> open = new ArrayList<>(book.openInvoices());
            Collections.reverse(open);
            JsonObject page = SimulatedInvoices.list(new JsonArray(open), "/v1/invoices", false);
            return Expansion.of(objects, form, page);
        });
    }

    private static Future<@Nullable JsonObject> cursor(SimulatedObjects objects, FormBody form) {
        String id = form.text(form.has("ending_before") ? "ending_before" : "starting_after");
        return id == null
                ? Future.succeededFuture()
                : objects.read(SimulatedInvoices.KIND, id).map(found -> {
                    if (found == null) {
                        throw WireError.missingObject(SimulatedInvoices.KIND, id);
                    }
                    return found;
                });
    }

    private static JsonObject page(List<JsonObject> found, int limit, boolean newer) {
        List<JsonObject> page = new ArrayList<>(found.subList(0, Math.min(limit, found.size())));
        if (newer) {
            Collections.reverse(page);
        }
        return SimulatedInvoices.list(new JsonArray(page), "/v1/invoices", found.size() > limit);
    }

    static Future<JsonObject> retrieve(SimulatedObjects objects, FormBody form, String id) {
        return subscription(objects, id)
                .compose(subscription -> BilledSubscription.current(objects, subscription))
                .compose(current -> objects.find(SimulatedInvoices.KIND, id))
                .compose(invoice -> Expansion.of(objects, form, invoice));
    }

    private static Future<String> subscription(SimulatedObjects objects, String id) {
        return objects.read(SimulatedInvoices.KIND, id).map(found -> {
            if (found == null) {
                throw WireError.missingObject(SimulatedInvoices.KIND, id);
            }
            return found.getString(SimulatedInvoices.SUBSCRIPTION);
        });
    }

    /** Voids an open invoice, unless its payment is being processed. */
    static Future<JsonObject> cancel(SimulatedObjects objects, FormBody form, String id) {
        form.only(Set.of("expand"));
        return subscription(objects, id)
                .compose(subscription -> BilledSubscription.current(objects, subscription))
                .compose(book -> {
                    JsonObject invoice = book.openInvoice(id);
                    if (invoice == null) {
                        throw WireError.invalid("id", "You can only void open invoices.");
                    }
                    if (InvoiceCollection.isProcessing(book, invoice)) {
                        throw WireError.invalid("id", "The payment of this invoice is being processed.");
                    }
                    InvoiceCollection.cancel(book, invoice);
                    return book.write().compose(written -> Expansion.of(objects, form, invoice));
                });
    }

    /** Charges the saved method for an open invoice now. A decline is stored and fails with 402. */
    static Future<JsonObject> pay(SimulatedObjects objects, FormBody form, String id) {
        form.only(Set.of("expand", "off_session"));
        return subscription(objects, id)
                .compose(subscription -> BilledSubscription.current(objects, subscription))
                .compose(book -> {
                    JsonObject invoice = book.openInvoice(id);
                    if (invoice == null) {
                        throw WireError.invalid("id", "Invoice is not open.");
                    }
                    Decline decline = InvoiceCollection.charge(book, invoice, false);
                    return book.write()
                            .compose(written -> decline == null
                                    ? Expansion.of(objects, form, invoice)
                                    : Future.failedFuture(WireError.declined(decline)));
                });
    }
}
