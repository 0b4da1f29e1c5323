package io.tollgate.sales.checkout;

import io.tollgate.catalog.model.Coupon;
import io.tollgate.catalog.model.Price;
import io.tollgate.pricing.Line;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Quote;
import io.tollgate.processor.BillingCycle;
import io.tollgate.processor.PaymentTerms;
import io.tollgate.processor.SubscriptionTerms;
import io.tollgate.processor.event.ProcessorEvent;
import io.tollgate.sales.cart.BillingSchedule;
import io.tollgate.sales.cart.SubscriptionCart;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the processor is asked to charge for a subscription: the totals of Tollgate's own quotes, part by part, so that
 * it charges what the buyer saw.
 */
final class SubscriptionTermsFactory {
    /** Begins the references of setup fees, whose lines refer to the price or the product. */
    static final String SETUP_FEE = "setup_fee:";

    private static final String FIRST_PERIOD = "first_period:";

    private SubscriptionTermsFactory() {}

    static SubscriptionTerms of(
            Checkout checkout, ProductOrder.PricedSubscription priced, PaymentTerms.Saving customer) {
        SubscriptionCart cart = priced.cart();
        BillingSchedule schedule = cart.schedule();
        boolean firstApart = schedule.isFirstApart();
        Instant later = firstApart ? schedule.periodStart(1) : schedule.startsAtOnce() ? null : schedule.start();
        List<SubscriptionTerms.Item> onceItems = new ArrayList<>();
        if (firstApart) {
            cart.first().parts().forEach(part -> add(onceItems, FIRST_PERIOD, part));
        }
        if (cart.once() != null) {
            cart.once().parts().forEach(part -> add(onceItems, isSetupFee(part) ? SETUP_FEE : "", part));
        }
        Price.Recurrence recurrence = schedule.recurrence();
        Integer payments = recurrence.planIterations();
        return new SubscriptionTerms(
                customer,
                priced.currency(),
                new BillingCycle(recurrence.interval(), recurrence.intervalCount()),
                items(cart.regular()),
                onceItems,
                discount(checkout.id(), cart),
                schedule.orderedAt(),
                later,
                anchorDay(schedule, later),
                payments == null || !firstApart ? payments : (Integer) (payments - 1),
                priced.order().page().displayTitle(),
                Map.of(ProcessorEvent.CHECKOUT, checkout.id()),
                cart.today().total() == 0 ? savedCard(checkout) : null,
                !priced.order().page().methods().others());
    }

    /** Returns the day on which periods begin if the month of the first one is too short for it; null otherwise. */
    private static @Nullable Integer anchorDay(BillingSchedule schedule, @Nullable Instant later) {
        return later == null || later.atZone(ZoneOffset.UTC).getDayOfMonth() == schedule.dayOfMonth()
                ? null
                : (Integer) schedule.dayOfMonth();
    }

    /** Returns the card that one click on an offer uses; null if the buyer enters one. */
    private static @Nullable String savedCard(Checkout checkout) {
        AcceptedOffer offer = checkout.placed().offer();
        return offer == null ? null : offer.cardId();
    }

    private static boolean isSetupFee(Part part) {
        return part.line().kind() == Line.Kind.SETUP_FEE;
    }

    static List<SubscriptionTerms.Item> items(Quote regular) {
        List<SubscriptionTerms.Item> items = new ArrayList<>();
        regular.parts().forEach(part -> add(items, "", part));
        return items.isEmpty() ? List.of(item("", regular.parts().get(0))) : items;
    }

    private static void add(List<SubscriptionTerms.Item> items, String prefix, Part part) {
        if (part.total() > 0) {
            items.add(item(prefix, part));
        }
    }

    private static SubscriptionTerms.Item item(String prefix, Part part) {
        Line line = part.line();
        return new SubscriptionTerms.Item(prefix + line.reference(), line.reference(), line.name(), part.total());
    }

    /** The reduction by the coupon of the periods that the processor charges. */
    private static SubscriptionTerms.@Nullable Discount discount(String checkoutId, SubscriptionCart cart) {
        Coupon coupon = cart.coupon();
        long amount = cart.regular().total() - cart.reduced().total();
        if (coupon == null || amount == 0) {
            return null;
        }
        Coupon.Duration duration = coupon.durationOrOnce();
        if (duration == Coupon.Duration.ONCE && cart.schedule().isFirstApart()) {
            // The first period is one of the items that are charged once, and contains the reduction.
            return null;
        }
        return new SubscriptionTerms.Discount(
                "checkout-" + checkoutId,
                Objects.requireNonNullElse(coupon.label(), coupon.code()),
                amount,
                SubscriptionTerms.Discount.Duration.valueOf(duration.name()),
                duration == Coupon.Duration.REPEATING ? coupon.durationInMonths() : null);
    }
}
