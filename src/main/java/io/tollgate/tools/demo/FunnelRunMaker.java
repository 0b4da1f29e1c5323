package io.tollgate.tools.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.sales.funnel.FunnelRunRecords;
import io.tollgate.sales.funnel.FunnelRunRecords.Accepted;
import io.tollgate.sales.funnel.FunnelRunRecords.Begun;
import io.tollgate.sales.purchase.Charge;
import io.tollgate.tools.demo.PaymentStream.DemoPayment;
import io.tollgate.tools.demo.SubscriptionStream.DemoSubscription;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Generates what became of the offers after purchases. An accepted one is generated with the purchase that it became,
 * every other one with the first purchase.
 */
record FunnelRunMaker(PurchasePlan plan) {
    private static final int SEEN_AFTER_SECONDS = 3;
    private static final int DECIDES_WITHIN_SECONDS = 600;
    private static final Duration VALID = Duration.ofHours(1);

    /**
     * The first purchase.
     *
     * @param position among the payments or subscriptions
     */
    private record First(
            boolean subscription, String id, String pageId, long createdAt, long position, boolean cardReusable) {}

    /** Returns the offer that was accepted with a payment, or that follows it; null if there is none. */
    @Nullable
    ObjectNode of(long position, DemoPayment paid) {
        Charge charge = paid.charge();
        if (charge.purchase().upsell().isAccepted()) {
            Accepted offer = new Accepted(
                    charge.purchase().id(),
                    false,
                    paid.cart().quote().total(),
                    charge.purchase().currency());
            First first = plan.times().isUpsell(position)
                    ? payment(position - 1, charge.purchase().upsell().pageId())
                    : subscription(
                            plan.times().partnerOf(position),
                            charge.purchase().upsell().pageId());
            return accepted(first, paid.offer(), offer, charge.purchase().createdAt());
        }
        boolean leads = plan.times().leadsToUpsell(position) || plan.times().partnerOf(position) >= 0;
        if (leads || !charge.status().isPlaced() || charge.method() == null) {
            return null;
        }
        First first = new First(
                false,
                charge.purchase().id(),
                paid.offer().page().id(),
                plan.times().payment(position),
                position,
                charge.method().card() != null);
        return notAccepted(first, paid.offer());
    }

    /** Returns the offer that was accepted with a subscription, or that follows it; null if there is none. */
    @Nullable
    ObjectNode of(DemoSubscription begun) {
        long position = begun.position();
        Timeline.Funnel funnel = plan.times().funnel(position);
        String pageId = begun.purchase().upsell().pageId();
        Accepted offer = new Accepted(
                begun.purchase().id(),
                true,
                begun.cart().today().total(),
                begun.purchase().currency());
        return switch (funnel) {
            case AFTER_PAYMENT ->
                accepted(payment(plan.times().partner(position), pageId), begun.offer(), offer, at(begun.createdAt()));
            case AFTER_SUBSCRIPTION ->
                accepted(subscription(position - 1, pageId), begun.offer(), offer, at(begun.createdAt()));
            case LEADS_TO_PAYMENT, LEADS_TO_SUBSCRIPTION -> null;
            case NONE ->
                begun.status().hasBegun()
                        ? notAccepted(
                                subscription(position, begun.offer().page().id()), begun.offer())
                        : null;
        };
    }

    private First payment(long position, @Nullable String pageId) {
        long createdAt = plan.times().payment(position);
        String id = plan.ids(IdMaker.Kind.PAYMENT).id(createdAt, position);
        return new First(false, id, Objects.requireNonNull(pageId), createdAt, position, true);
    }

    private First subscription(long position, @Nullable String pageId) {
        long createdAt = plan.times().subscription(position);
        String id = plan.ids(IdMaker.Kind.SUBSCRIPTION).id(createdAt, position);
        return new First(true, id, Objects.requireNonNull(pageId), createdAt, position, true);
    }

    private ObjectNode accepted(First first, Offer offered, Accepted offer, Instant acceptedAt) {
        // Dense purchases follow each other within milliseconds.
        Instant shownAt = at(first.createdAt() + (acceptedAt.toEpochMilli() - first.createdAt()) / 2);
        String pageId = offered.page().id();
        ObjectNode record = FunnelRunRecords.shown(begun(first, pageId), pageId, shownAt);
        return updated(FunnelRunRecords.accepted(record, offer, acceptedAt));
    }

    /** Returns an offer that was not accepted; null if the page offers nothing, or if it could still be accepted. */
    private @Nullable ObjectNode notAccepted(First first, Offer host) {
        String pageId = host.upsellPageId();
        Instant end = at(first.createdAt()).plus(VALID);
        if (pageId == null || end.toEpochMilli() >= plan.now()) {
            return null;
        }
        DemoRandom random = new DemoRandom(plan.seed(), first.subscription() ? 0xf5 : 0xf1, first.position());
        Instant seen = at(first.createdAt()).plusSeconds(SEEN_AFTER_SECONDS);
        Instant decided = seen.plusSeconds(random.between(1, DECIDES_WITHIN_SECONDS));
        ObjectNode record = begun(first, pageId);
        int outcome = random.between(1, 100);
        if (outcome <= 10) {
            return updated(FunnelRunRecords.ended(record, "unavailable", "sold_out", seen));
        }
        ObjectNode shown = outcome <= 20 ? record : FunnelRunRecords.shown(record, pageId, seen);
        ObjectNode ended = outcome <= 50
                ? FunnelRunRecords.ended(shown, "expired", null, end)
                : outcome <= 92
                        ? FunnelRunRecords.ended(shown, "declined", null, decided)
                        : FunnelRunRecords.ended(shown, "payment_failed", "card_declined", decided);
        return updated(ended);
    }

    private ObjectNode begun(First first, String offered) {
        long createdAt = first.createdAt();
        IdMaker ids = plan.ids(first.subscription() ? IdMaker.Kind.RUN_OF_SUBSCRIPTION : IdMaker.Kind.RUN_OF_PAYMENT);
        return FunnelRunRecords.record(
                plan.scope(),
                new Begun(
                        ids.id(createdAt, first.position()),
                        first.pageId(),
                        offered,
                        first.subscription() ? null : first.id(),
                        first.subscription() ? first.id() : null,
                        first.cardReusable(),
                        at(createdAt).plus(VALID)),
                at(createdAt));
    }

    private static ObjectNode updated(ObjectNode record) {
        return record.put("updatedAt", record.get("endedAt").textValue());
    }

    private static Instant at(long millis) {
        return Instant.ofEpochMilli(millis);
    }
}
