package io.tollgate.simulator;

import io.tollgate.simulator.TestCard.Decline;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Confirms payment intents with a card, as the buyer's browser does: with the client secret and no secret key. A server
 * confirms them with a saved card.
 */
final class CardConfirmation {
    /** The card number of an intent that waits for authentication; never part of a response. */
    static final String PENDING_CARD = "simulator_card";

    /** The expiration date of that card, as year and month. */
    static final String PENDING_EXPIRY = "simulator_card_expiry";

    /** The wallet that provides that card. */
    static final String PENDING_WALLET = "simulator_card_wallet";

    /** When the outcome of an intent that is being processed follows, in seconds. */
    static final String PENDING_UNTIL = "simulator_until";

    private static final int PROCESSING_SECONDS = 10;

    private CardConfirmation() {}

    /** An intent with the subscription whose invoice it pays; null if it belongs to none. */
    private record Payment(JsonObject intent, @Nullable BilledSubscription book) {
        /** Returns the invoice of the intent; null if it is not open any more or there is none. */
        @Nullable
        JsonObject invoice() {
            String invoice = intent.getString(SimulatedInvoices.OF_INTENT);
            return book == null || invoice == null ? null : book.openInvoice(invoice);
        }
    }

    /** Returns the intent of a client secret. */
    private static Future<Payment> find(SimulatedObjects objects, FormBody form, String id) {
        String secret = form.required("client_secret");
        return find(objects, id).map(payment -> {
            if (!payment.intent().getString("client_secret").equals(secret)) {
                throw WireError.missingObject(SimulatedPayments.KIND, id);
            }
            return payment;
        });
    }

    /** Returns an intent. Locks its subscription first, if it pays an invoice. */
    private static Future<Payment> find(SimulatedObjects objects, String id) {
        return objects.read(SimulatedPayments.KIND, id)
                .compose(read -> {
                    String subscription = read == null ? null : read.getString(SimulatedInvoices.SUBSCRIPTION);
                    return subscription == null
                            ? Future.<@Nullable BilledSubscription>succeededFuture()
                            : BilledSubscription.current(objects, subscription)
                                    .<@Nullable BilledSubscription>map(book -> book);
                })
                .compose(book -> objects.find(SimulatedPayments.KIND, id).map(intent -> {
                    if (book != null) {
                        book.adopt(intent);
                    }
                    return new Payment(intent, book);
                }));
    }

    /**
     * Charges the card, or asks for authentication. A declined charge is stored in the intent and fails with 402;
     * the intent can be confirmed again.
     */
    static Future<JsonObject> confirm(SimulatedObjects objects, FormBody form, String id) {
        form.only(Set.of("client_secret", "payment_method_data", "return_url"));
        return find(objects, form, id).compose(payment -> {
            JsonObject intent = payment.intent();
            SimulatedPayments.requireOpen(intent, "confirm");
            SimulatedCharges.Card card = CardForm.card(objects, form);
            intent.put("last_payment_error", null)
                    .put("payment_method", null)
                    .put(PENDING_CARD, card.card().number())
                    .put(PENDING_EXPIRY, card.expiry())
                    .put(PENDING_WALLET, card.wallet());
            if (card.card().authentication()) {
                intent.put("status", "requires_action")
                        .put("next_action", new JsonObject().put("type", "use_stripe_sdk"));
                return SimulatedEvents.update(objects, intent, "requires_action")
                        .map(CardConfirmation::published);
            }
            return card.card().outcomeFollows() ? process(objects, intent) : charge(objects, payment, card);
        });
    }

    /** Leaves the outcome open for some seconds, as with bank debits. */
    private static Future<JsonObject> process(SimulatedObjects objects, JsonObject intent) {
        intent.put("status", "processing").put(PENDING_UNTIL, objects.now() + PROCESSING_SECONDS);
        return SimulatedEvents.update(objects, intent, "processing").map(CardConfirmation::published);
    }

    /** Ends an intent that is being processed, if its time has come. */
    static Future<Void> end(SimulatedObjects objects, String id) {
        return find(objects, id).compose(payment -> {
            JsonObject intent = payment.intent();
            boolean due =
                    intent.getString("status").equals("processing") && intent.getLong(PENDING_UNTIL) <= objects.now();
            return due
                    ? charge(objects, payment, pendingCard(intent))
                            .<Void>mapEmpty()
                            .recover(failure -> failure instanceof WireError
                                    ? Future.succeededFuture()
                                    : Future.failedFuture(failure))
                    : Future.succeededFuture();
        });
    }

    /** Ends the authentication of an intent: the charge follows, or the intent needs another card. */
    static Future<JsonObject> authenticate(SimulatedObjects objects, FormBody form, String id) {
        form.only(Set.of("client_secret", "outcome"));
        boolean passed = form.required("outcome").equals("succeed");
        return find(objects, form, id).compose(payment -> {
            if (!payment.intent().getString("status").equals("requires_action")) {
                throw WireError.unexpectedState("This PaymentIntent does not wait for authentication.");
            }
            SimulatedCharges.Card card = pendingCard(payment.intent());
            return passed
                    ? charge(objects, payment, card)
                    : declined(objects, payment, card, Decline.AUTHENTICATION_FAILED);
        });
    }

    /** Returns the card of an intent that waits for authentication or for its outcome. */
    static SimulatedCharges.Card pendingCard(JsonObject intent) {
        return new SimulatedCharges.Card(
                TestCard.of(intent.getString(PENDING_CARD)),
                intent.getString(PENDING_EXPIRY),
                intent.getString(PENDING_WALLET));
    }

    /**
     * Charges a card that the intent's customer has saved, as the seller's server does while the buyer is present. Does
     * not charge an intent again that has succeeded.
     */
    static Future<JsonObject> confirmSaved(SimulatedObjects objects, FormBody form, String id) {
        form.only(Set.of("payment_method", "return_url", "use_stripe_sdk", "expand"));
        return find(objects, id).compose(payment -> {
            JsonObject intent = payment.intent();
            SimulatedPayments.requireOpen(intent, "confirm");
            return objects.find(SimulatedCharges.METHOD, form.required("payment_method"))
                    .compose(method -> confirmSaved(objects, payment, method));
        });
    }

    private static Future<JsonObject> confirmSaved(SimulatedObjects objects, Payment payment, JsonObject method) {
        JsonObject intent = payment.intent();
        String customer = method.getString("customer");
        if (customer == null || !customer.equals(intent.getString("customer"))) {
            throw WireError.invalid("payment_method", "The payment method does not belong to the customer.");
        }
        SimulatedCharges.Card card = SimulatedCharges.card(method);
        TestCard.Renewal outcome = card.card().renewal(0);
        intent.put("last_payment_error", null)
                .put("payment_method", method.getString("id"))
                .put(PENDING_CARD, card.card().number())
                .put(PENDING_EXPIRY, card.expiry())
                .put(PENDING_WALLET, card.wallet());
        if (outcome.authentication()) {
            intent.put("status", "requires_action").put("next_action", new JsonObject().put("type", "use_stripe_sdk"));
            return SimulatedEvents.update(objects, intent, "requires_action");
        }
        return outcome.decline() == null
                ? succeeded(objects, payment, card)
                : declined(objects, payment, card, outcome.decline());
    }

    private static Future<JsonObject> charge(SimulatedObjects objects, Payment payment, SimulatedCharges.Card card) {
        Decline decline = card.card().decline();
        return decline == null ? succeeded(objects, payment, card) : declined(objects, payment, card, decline);
    }

    private static Future<JsonObject> succeeded(SimulatedObjects objects, Payment payment, SimulatedCharges.Card card) {
        JsonObject intent = payment.intent();
        String methodId =
                Objects.requireNonNullElseGet(intent.getString("payment_method"), () -> SimulatedObjects.newId("pm_"));
        JsonObject charge = SimulatedCharges.charge(objects, intent, card, methodId, null);
        intent.put("status", "succeeded")
                .put("amount_received", intent.getLong("amount"))
                .put("last_payment_error", null)
                .put("next_action", null)
                .put(PENDING_CARD, null)
                .put("payment_method", methodId)
                .put("latest_charge", charge.getString("id"));
        ObjectChanges changes = new ObjectChanges();
        JsonObject dispute = SimulatedDisputes.of(objects, charge, card.card());
        if (dispute != null) {
            changes.put(dispute);
            changes.report(objects, "charge.dispute.created", dispute, SimulatedEvents.commands(dispute));
        }
        changes.put(charge);
        JsonObject method = SimulatedCharges.method(objects, methodId, card, intent.getString("customer"));
        if (intent.getString("setup_future_usage") != null) {
            changes.put(method);
        }
        BilledSubscription book = payment.book();
        JsonObject invoice = payment.invoice();
        if (book != null && invoice != null) {
            book.use(method);
            InvoiceCollection.paid(book, invoice, intent);
        }
        return stored(objects, payment, changes, "succeeded");
    }

    /** Stores the declined charge and its reason. The transaction commits, although the request fails. */
    private static Future<JsonObject> declined(
            SimulatedObjects objects, Payment payment, SimulatedCharges.Card card, Decline decline) {
        JsonObject intent = payment.intent();
        JsonObject charge = SimulatedCharges.charge(objects, intent, card, SimulatedObjects.newId("pm_"), decline);
        intent.put("status", "requires_payment_method")
                .put("next_action", null)
                .put("payment_method", null)
                .put("last_payment_error", SimulatedCharges.error(decline))
                .put("latest_charge", charge.getString("id"));
        ObjectChanges changes = new ObjectChanges();
        changes.put(charge);
        BilledSubscription book = payment.book();
        JsonObject invoice = payment.invoice();
        if (book != null && invoice != null) {
            InvoiceCollection.failed(book, invoice, intent, false);
        }
        return stored(objects, payment, changes, "payment_failed")
                .compose(published ->
                        Future.failedFuture(WireError.declined(decline, SimulatedPayments.KIND, published)));
    }

    /** Stores the payment with what it changes, and returns what the browser may know of the intent. */
    private static Future<JsonObject> stored(
            SimulatedObjects objects, Payment payment, ObjectChanges changes, String change) {
        BilledSubscription book = payment.book();
        return changes.write(objects)
                .compose(written -> SimulatedEvents.update(objects, payment.intent(), change))
                .compose(updated -> book == null ? Future.<Void>succeededFuture() : book.write())
                .map(written -> published(payment.intent()));
    }

    /** Returns what the browser may know of an intent. */
    private static JsonObject published(JsonObject intent) {
        JsonObject published = new JsonObject();
        for (String name : List.of(
                "id",
                "object",
                "amount",
                "client_secret",
                "currency",
                "last_payment_error",
                "livemode",
                "next_action",
                "payment_method",
                "payment_method_types",
                "status")) {
            published.put(name, intent.getValue(name));
        }
        return published;
    }
}
