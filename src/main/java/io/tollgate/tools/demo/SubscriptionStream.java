package io.tollgate.tools.demo;

import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.catalog.model.Coupon;
import io.tollgate.catalog.model.Price;
import io.tollgate.pricing.Interval;
import io.tollgate.sales.cart.AppliedCoupon;
import io.tollgate.sales.cart.OrderTax;
import io.tollgate.sales.cart.RequestedProduct;
import io.tollgate.sales.cart.SubscriptionCart;
import io.tollgate.sales.purchase.Purchase;
import io.tollgate.sales.purchase.SubscriptionStatus;
import io.tollgate.sales.purchase.Upsell;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Generates the subscriptions of one seller and mode. They use nothing that is limited, so each is computed
 * independently.
 */
final class SubscriptionStream {
    private final PurchasePlan plan;
    private final List<Offer> offers;
    private final List<Coupon> coupons;
    private final PaymentStream payments;

    SubscriptionStream(PurchasePlan plan) {
        this(plan, new PaymentStream(plan, new Consumption(plan.shop().stock())));
    }

    SubscriptionStream(PurchasePlan plan, PaymentStream payments) {
        this.plan = plan;
        this.payments = payments;
        this.offers = plan.shop().offers().stream()
                .filter(offer -> offer.recurs() && offer.testmode() != plan.live())
                .toList();
        this.coupons = plan.shop().coupons().stream()
                .filter(coupon -> !canRunOut(coupon) && !coupon.appliesToTicketFees())
                .toList();
    }

    /** Returns whether the demo can reach the coupon's limit of redemptions. */
    private static boolean canRunOut(Coupon coupon) {
        return coupon.maxRedemptions() != null && coupon.maxRedemptions() < 100_000_000;
    }

    /**
     * A generated subscription.
     *
     * @param dynamicPrice from the link to the page, or null
     */
    record DemoSubscription(
            PurchasePlan plan,
            long position,
            Purchase purchase,
            Offer offer,
            Person person,
            SubscriptionCart cart,
            Price price,
            @Nullable Long dynamicPrice,
            SubscriptionLife life) {

        /** Returns the random number generator for one purpose, always the same for this subscription. */
        DemoRandom random(int purpose) {
            return new DemoRandom(plan.seed(), 0x5b5c, position, purpose);
        }

        long createdAt() {
            return purchase.createdAt().toEpochMilli();
        }

        SubscriptionStatus status() {
            return life.status();
        }

        private Price.Recurrence recurrence() {
            return Objects.requireNonNull(price.recurrence(), "the price recurs");
        }

        boolean hasTrial() {
            Integer days = recurrence().trialPeriodDays();
            return days != null && days > 0;
        }

        /** Returns the amount charged for a period. A coupon applies to one period, to some months, or forever. */
        long amount(int period) {
            Coupon coupon = purchase.coupon();
            boolean reduced = coupon != null
                    && switch (coupon.durationOrOnce()) {
                        case ONCE -> period == 0;
                        case REPEATING -> {
                            Integer months = coupon.durationInMonths();
                            yield months != null
                                    && startOf(period)
                                            < Interval.MONTH
                                                    .after(Instant.ofEpochMilli(life.billedFrom()), months)
                                                    .toEpochMilli();
                        }
                        case FOREVER -> true;
                    };
            long once = period == 0 && cart.once() != null ? cart.once().total() : 0;
            return once + (reduced ? cart.reduced().total() : cart.regular().total());
        }

        long startOf(int period) {
            return SubscriptionLife.start(life.billedFrom(), recurrence(), period);
        }
    }

    long count() {
        return plan.times().volume().subscriptions();
    }

    DemoSubscription at(long position) {
        DemoRandom random = new DemoRandom(plan.seed(), 0x5b5c, position);
        long time = plan.times().subscription(position);
        Timeline.Funnel funnel = plan.times().funnel(position);
        switch (funnel) {
            case AFTER_PAYMENT -> {
                long first = plan.times().partner(position);
                Offer host = payments.host(first);
                String charge = plan.ids(IdMaker.Kind.PAYMENT).id(plan.times().payment(first), first);
                Upsell upsell = new Upsell(host.page().id(), charge, null);
                return begin(position, payments.target(host), payments.hostBuyer(first), upsell, true, random);
            }
            case AFTER_SUBSCRIPTION -> {
                DemoSubscription first = at(position - 1);
                Upsell upsell = new Upsell(
                        first.offer().page().id(), null, first.purchase().id());
                return begin(position, payments.target(first.offer()), first.person(), upsell, true, random);
            }
            case LEADS_TO_PAYMENT, LEADS_TO_SUBSCRIPTION -> {
                boolean again = funnel == Timeline.Funnel.LEADS_TO_SUBSCRIPTION;
                Offer offer = random.pick(offers.stream()
                        .filter(one -> one.upsellPageId() != null
                                && payments.target(one).recurs() == again)
                        .toList());
                return begin(position, offer, plan.personAt(time, random), Upsell.NONE, true, random);
            }
            case NONE -> {}
        }
        Person person = plan.personAt(time, random);
        return begin(position, random.pick(offers), person, Upsell.NONE, false, random);
    }

    private DemoSubscription begin(
            long position, Offer offer, Person person, Upsell upsell, boolean completed, DemoRandom random) {
        long time = plan.times().subscription(position);
        Price price = random.pick(offer.page().product().prices());
        int quantity = random.pick(1, 1, 1, 2);
        Coupon coupon = random.percent(20) && !upsell.isAccepted() ? coupon(offer, time, random) : null;
        boolean dynamic = !offer.dynamic().isEmpty() && random.percent(15);
        CheckoutPage page = dynamic ? Objects.requireNonNull(offer.dynamic().get(price.id())) : offer.page();
        RequestedProduct requested =
                new RequestedProduct(price.id(), quantity, null, PaymentStream.variants(page, quantity, null, random));
        AppliedCoupon applied = Sales.applied(coupon);
        OrderTax tax = Sales.tax(page.taxMode(), page.product().fixedTaxRateIds(), plan.shop(), person);
        Instant orderedAt = Instant.ofEpochMilli(time);
        SubscriptionCart cart = Sales.cart(
                problems -> SubscriptionCart.of(page, requested, List.of(), applied, tax, orderedAt, problems));
        SubscriptionLife life = SubscriptionLife.of(plan.now(), price, time, completed, random);
        boolean forever = coupon != null && coupon.durationOrOnce() == Coupon.Duration.FOREVER;
        DemoRandom telling = new DemoRandom(plan.seed(), 0x5b5c, position, 2);
        Purchase purchase = new Purchase(
                plan.scope(),
                plan.ids(IdMaker.Kind.SUBSCRIPTION).id(time, position),
                plan.subscriptionOrder(position),
                life.status().isDraft() ? null : person.id(),
                orderedAt,
                page,
                DemoAnswers.to(page.fields(), person, telling),
                telling.percent(30) ? person.shippedTo() : person.buyer(),
                page.currency(),
                forever ? cart.reduced() : cart.regular(),
                tax,
                List.of(),
                coupon,
                false,
                null,
                Sales.visit(plan, person, telling),
                upsell);
        Long amount = dynamic ? (Long) cart.price().amount() : null;
        return new DemoSubscription(plan, position, purchase, offer, person, cart, price, amount, life);
    }

    private @Nullable Coupon coupon(Offer offer, long time, DemoRandom random) {
        Coupon coupon = random.pick(coupons);
        String currency = offer.page().currency();
        Instant now = Instant.ofEpochMilli(time);
        return coupon.rejection(offer.page().id(), currency, now) == null ? coupon : null;
    }
}
