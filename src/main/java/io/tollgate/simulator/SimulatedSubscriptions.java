package io.tollgate.simulator;

import io.tollgate.processor.BillingCycle;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Subscriptions of the simulator: creation, changes of their end and payment method, and cancellation. */
final class SimulatedSubscriptions {
    static final String KIND = "subscription";

    /** The number of the present period, from 0; -1 before the first period that is charged. */
    static final String PERIOD = SimulatedObjects.HIDDEN + "period";

    /** When a subscription ends whose first invoice is not paid. */
    static final String EXPIRES_AT = SimulatedObjects.HIDDEN + "expires_at";

    /** When the end of the trial is announced; missing afterwards. */
    static final String NOTICE_AT = SimulatedObjects.HIDDEN + "notice_at";

    /** The number of invoices so far. */
    static final String INVOICES = SimulatedObjects.HIDDEN + "invoices";

    private SimulatedSubscriptions() {}

    /** Creates a subscription that waits for its first payment, or begins at once if nothing is due. */
    static Future<JsonObject> create(SimulatedObjects objects, FormBody form, String none) {
        SubscriptionRequest request = new SubscriptionRequest(form);
        request.validate(objects.now());
        String id = SimulatedObjects.newId("sub_");
        String coupon = form.text("discounts[0][coupon]");
        return request.requireObjects(objects)
                .compose(found -> coupon == null
                        ? Future.<@Nullable JsonObject>succeededFuture()
                        : objects.find(SimulatedCoupons.KIND, coupon))
                .compose(discount -> {
                    JsonObject subscription = request.subscription(objects, id);
                    if (discount != null) {
                        SubscriptionDiscount.add(subscription, discount);
                    }
                    end(objects.now(), form, subscription);
                    BilledSubscription book = new BilledSubscription(objects, subscription);
                    SubscriptionBilling.begin(book, request.oneTimeLines(objects, id));
                    return method(objects, form, book)
                            .compose(method -> {
                                save(objects, book, method);
                                return book.write();
                            })
                            .compose(written -> Expansion.of(objects, form, subscription));
                });
    }

    /** Uses a saved method; without one, asks for one if no invoice does. */
    private static void save(SimulatedObjects objects, BilledSubscription book, @Nullable JsonObject method) {
        JsonObject subscription = book.subscription();
        if (method != null) {
            book.use(method);
        } else if (!book.status().equals("incomplete")) {
            JsonObject setup = SimulatedSetups.intent(objects, subscription.getString("customer"))
                    .put(SimulatedInvoices.SUBSCRIPTION, subscription.getString("id"));
            subscription.put("pending_setup_intent", setup.getString("id"));
            book.put(setup);
        }
    }

    /** Builds an active subscription that is not billed, because it was sold elsewhere. */
    static JsonObject imported(
            SimulatedObjects objects, String id, @Nullable String customer, String price, long periodEnd) {
        JsonObject item = new JsonObject()
                .put("id", SimulatedObjects.newId("si_"))
                .put("object", "subscription_item")
                .put("current_period_start", objects.now())
                .put("current_period_end", periodEnd)
                .put("price", new JsonObject().put("id", price).put("object", "price"))
                .put("quantity", 1)
                .put("subscription", id);
        return object(objects, id, customer)
                .put("items", items(new JsonArray().add(item)))
                .put("status", "active");
    }

    /** Builds a subscription without items. */
    static JsonObject object(SimulatedObjects objects, String id, @Nullable String customer) {
        return new JsonObject()
                .put("id", id)
                .put("object", KIND)
                .put("billing_cycle_anchor", objects.now())
                .put("billing_cycle_anchor_config", null)
                .put("cancel_at", null)
                .put("cancel_at_period_end", false)
                .put("canceled_at", null)
                .put("collection_method", "charge_automatically")
                .put("created", objects.now())
                .put("currency", null)
                .put("customer", customer)
                .put("default_payment_method", null)
                .put("description", null)
                .put("discounts", new JsonArray())
                .put("ended_at", null)
                .put("latest_invoice", null)
                .put("livemode", objects.scope().live())
                .put("metadata", new JsonObject())
                .put(CollectionPause.PARAM, null)
                .put("pending_setup_intent", null)
                .put("start_date", objects.now())
                .put("trial_end", null)
                .put("trial_start", null);
    }

    static JsonObject items(JsonArray items) {
        return SimulatedInvoices.list(items, "/v1/subscription_items", false);
    }

    /** Lists subscriptions of a customer; without a status, those that are not canceled. */
    static Future<JsonObject> list(SimulatedObjects objects, FormBody form, String none) {
        form.only(Set.of("customer", "limit", "status"));
        String customer = form.text("customer");
        String status = form.text("status");
        return objects.list(KIND)
                .map(all -> SimulatedRefunds.page(
                        "/v1/subscriptions",
                        all.stream()
                                .filter(one -> customer == null || customer.equals(one.getString("customer")))
                                .filter(one -> "all".equals(status)
                                        || (status == null
                                                ? !"canceled".equals(one.getString("status"))
                                                : status.equals(one.getString("status"))))
                                .toList()));
    }

    static Future<JsonObject> retrieve(SimulatedObjects objects, FormBody form, String id) {
        return BilledSubscription.current(objects, id)
                .compose(book -> Expansion.of(objects, form, book.subscription()));
    }

    static Future<JsonObject> update(SimulatedObjects objects, FormBody form, String id) {
        form.only(Set.of(
                "metadata",
                "cancel_at",
                "cancel_at_period_end",
                "default_payment_method",
                CollectionPause.PARAM,
                "items",
                "payment_behavior",
                "proration_behavior",
                ItemChange.PRORATION_DATE,
                "expand"));
        return BilledSubscription.current(objects, id).compose(book -> {
            if (isEnded(book)) {
                throw WireError.invalid(
                        "id", "A canceled subscription can only update its cancellation_details and metadata.");
            }
            return method(objects, form, book).compose(method -> {
                if (method != null) {
                    book.use(method);
                }
                end(objects.now(), form, book.subscription());
                CollectionPause.change(objects.now(), form, book.subscription());
                book.subscription().getJsonObject("metadata").mergeIn(form.metadata());
                return ItemUpdate.apply(objects, form, book).compose(changed -> {
                    book.report("customer.subscription.updated", book.subscription());
                    return book.write().compose(written -> Expansion.of(objects, form, book.subscription()));
                });
            });
        });
    }

    private static Future<@Nullable JsonObject> method(
            SimulatedObjects objects, FormBody form, BilledSubscription book) {
        String id = form.text("default_payment_method");
        return id == null
                ? Future.succeededFuture()
                : objects.find(SimulatedCharges.METHOD, id).map(method -> {
                    if (!Objects.equals(book.subscription().getString("customer"), method.getString("customer"))) {
                        throw WireError.invalid(
                                "default_payment_method", "The payment method belongs to another customer.");
                    }
                    return method;
                });
    }

    /** Cancels a subscription now. A canceled subscription counts as missing, as at Stripe. */
    static Future<JsonObject> cancel(SimulatedObjects objects, FormBody form, String id) {
        form.only(Set.of("invoice_now", "prorate", "expand"));
        return BilledSubscription.current(objects, id).compose(book -> {
            if (isEnded(book)) {
                throw WireError.missingObject(KIND, id);
            }
            SubscriptionBilling.cancel(book, null);
            return book.write().compose(written -> Expansion.of(objects, form, book.subscription()));
        });
    }

    private static boolean isEnded(BilledSubscription book) {
        return book.status().equals("canceled") || book.status().equals("incomplete_expired");
    }

    private static void end(long now, FormBody form, JsonObject subscription) {
        Long cancelAt = form.integer("cancel_at");
        if (cancelAt != null && form.has("cancel_at_period_end")) {
            throw WireError.invalid("cancel_at", "Give either cancel_at or cancel_at_period_end.");
        }
        if (cancelAt == null && form.has("cancel_at")) {
            // As at Stripe, an empty value unsets the date.
            subscription
                    .put("cancel_at", null)
                    .put("cancel_at_period_end", false)
                    .put("canceled_at", null);
        }
        if (cancelAt != null) {
            if (cancelAt <= now) {
                throw WireError.invalid("cancel_at", "The timestamp must be in the future.");
            }
            subscription.put("cancel_at", cancelAt).put("cancel_at_period_end", false);
            subscription.put("canceled_at", now);
        }
        Boolean withPeriod = form.bool("cancel_at_period_end");
        if (withPeriod != null) {
            subscription
                    .put("cancel_at_period_end", withPeriod)
                    .put("cancel_at", withPeriod ? (Long) periodEnd(subscription) : null)
                    .put("canceled_at", withPeriod ? (Long) now : null);
        }
    }

    static JsonObject firstItem(JsonObject subscription) {
        return subscription.getJsonObject("items").getJsonArray("data").getJsonObject(0);
    }

    static long periodEnd(JsonObject subscription) {
        return firstItem(subscription).getLong("current_period_end");
    }

    static void setPeriod(JsonObject subscription, long start, long end) {
        for (Object item : subscription.getJsonObject("items").getJsonArray("data")) {
            ((JsonObject) item).put("current_period_start", start).put("current_period_end", end);
        }
    }

    static BillingCycle cycle(JsonObject subscription) {
        JsonObject recurring = firstItem(subscription).getJsonObject("price").getJsonObject("recurring");
        return BillingCycle.of(recurring.getString("interval"), recurring.getInteger("interval_count"));
    }
}
