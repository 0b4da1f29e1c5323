package io.tollgate.processor;

import com.stripe.model.Invoice;
import com.stripe.model.PaymentMethod;
import com.stripe.model.SetupIntent;
import com.stripe.model.Subscription;
import com.stripe.model.SubscriptionItem;
import io.tollgate.processor.SubscriptionState.Confirmation;
import io.tollgate.processor.SubscriptionState.Item;
import io.tollgate.processor.SubscriptionState.Times;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Converts Stripe's subscriptions. */
final class StripeSubscriptionState {
    private StripeSubscriptionState() {}

    /** @param payment the payment of the latest invoice; null if it was not read or there is none */
    static SubscriptionState of(Subscription subscription, @Nullable PaymentState payment) {
        List<SubscriptionItem> items = subscription.getItems() == null
                ? List.of()
                : Objects.requireNonNullElse(subscription.getItems().getData(), List.of());
        Subscription.PauseCollection pause = subscription.getPauseCollection();
        return new SubscriptionState(
                subscription.getId(),
                status(subscription),
                subscription.getCustomer(),
                items.stream().map(StripeSubscriptionState::item).toList(),
                times(subscription, items),
                Boolean.TRUE.equals(subscription.getCancelAtPeriodEnd()),
                instant(subscription.getCancelAt()),
                pause == null ? null : instant(pause.getResumesAt()),
                confirmation(subscription),
                StripeSetups.method(subscription.getDefaultPaymentMethodObject()),
                savedCard(subscription.getDefaultPaymentMethodObject()),
                subscription.getLatestInvoice(),
                payment);
    }

    /** For Stripe, a subscription whose invoices are not collected stays active. */
    private static SubscriptionState.Status status(Subscription subscription) {
        SubscriptionState.Status status = SubscriptionState.Status.of(subscription.getStatus());
        return status == SubscriptionState.Status.ACTIVE && subscription.getPauseCollection() != null
                ? SubscriptionState.Status.PAUSED
                : status;
    }

    private static @Nullable String savedCard(@Nullable PaymentMethod method) {
        PaymentMethod.Card card = method == null ? null : method.getCard();
        return method == null || card == null || card.getWallet() != null ? null : method.getId();
    }

    private static Item item(SubscriptionItem item) {
        Map<String, String> metadata = Objects.requireNonNullElse(item.getMetadata(), Map.of());
        return new Item(
                item.getId(),
                metadata.getOrDefault(StripeSubscriptionParams.REFERENCE, ""),
                item.getPrice().getId(),
                Objects.requireNonNullElse(item.getPrice().getProduct(), ""),
                Objects.requireNonNullElse(item.getPrice().getUnitAmount(), 0L)
                        * Objects.requireNonNullElse(item.getQuantity(), 1L));
    }

    /** Since 2025, periods belong to the items. All items of Tollgate's subscriptions have the same period. */
    private static Times times(Subscription subscription, List<SubscriptionItem> items) {
        Instant created = Instant.ofEpochSecond(subscription.getCreated());
        Instant started = Objects.requireNonNullElse(instant(subscription.getStartDate()), created);
        Instant periodStart = items.isEmpty() ? null : instant(items.get(0).getCurrentPeriodStart());
        Instant periodEnd = items.isEmpty() ? null : instant(items.get(0).getCurrentPeriodEnd());
        return new Times(
                created,
                started,
                instant(subscription.getTrialEnd()),
                Objects.requireNonNullElse(instant(subscription.getBillingCycleAnchor()), started),
                Objects.requireNonNullElse(periodStart, started),
                Objects.requireNonNullElse(periodEnd, started),
                instant(subscription.getCanceledAt()),
                instant(subscription.getEndedAt()));
    }

    private static @Nullable Confirmation confirmation(Subscription subscription) {
        Invoice invoice = subscription.getLatestInvoiceObject();
        if (invoice != null && "open".equals(invoice.getStatus()) && invoice.getConfirmationSecret() != null) {
            String secret = invoice.getConfirmationSecret().getClientSecret();
            return new Confirmation(Confirmation.Kind.PAYMENT, intentId(secret), secret, null);
        }
        SetupIntent setup = subscription.getPendingSetupIntentObject();
        return setup == null
                ? null
                : new Confirmation(Confirmation.Kind.SETUP, setup.getId(), setup.getClientSecret(), declined(setup));
    }

    private static SubscriptionState.@Nullable DeclinedSetup declined(SetupIntent setup) {
        PaymentState.Decline decline = StripePayments.decline(setup.getLastSetupError());
        String attempt = setup.getLatestAttempt();
        return decline == null || attempt == null ? null : new SubscriptionState.DeclinedSetup(attempt, decline);
    }

    /** Returns the id of an intent, with which its client secret begins. */
    private static String intentId(String clientSecret) {
        int end = clientSecret.indexOf("_secret_");
        return end < 0 ? clientSecret : clientSecret.substring(0, end);
    }

    static @Nullable Instant instant(@Nullable Long seconds) {
        return seconds == null ? null : Instant.ofEpochSecond(seconds);
    }
}
