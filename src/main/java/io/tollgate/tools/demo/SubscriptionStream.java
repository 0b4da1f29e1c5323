package io.tollgate.tools.demo;

import io.tollgate.cart.AppliedCoupon;
import io.tollgate.cart.OrderTax;
import io.tollgate.cart.RequestedProduct;
import io.tollgate.cart.SubscriptionCart;
import io.tollgate.catalog.CheckoutPage;
import io.tollgate.catalog.Coupon;
import io.tollgate.catalog.Price;
import io.tollgate.purchase.Purchase;
import io.tollgate.purchase.SubscriptionStatus;
import io.tollgate.purchase.Upsell;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of one seller and mode. Nothing they take can run out, so each can be computed
 * without those before it.
 */
final class SubscriptionStream {
    private final Book book;
    private final List<Offer> offers;
    private final List<Coupon> coupons;
    private final PaymentStream payments;

    SubscriptionStream(Book book) {
        this(book, new PaymentStream(book, new Consumption(book.shop().stock())));
    }

    SubscriptionStream(Book book, PaymentStream payments) {
        this.book = book;
        this.payments = payments;
        this.offers = book.shop().offers().stream()
                .filter(offer -> offer.recurs() && offer.testmode() != book.live())
                .toList();
        this.coupons = book.shop().coupons().stream()
                .filter(coupon -> !canRunOut(coupon) && !coupon.appliesToTicketFees())
                .toList();
    }

    /** So many redemptions that no demo uses them up do not have to be counted. */
    private static boolean canRunOut(Coupon coupon) {
        return coupon.maxRedemptions() != null && coupon.maxRedemptions() < 100_000_000;
    }

    /**
     * A subscription that was begun.
     *
     * @param dynamicPrice what the link to the page named, or null
     */
    record Begun(
            Book book,
            long position,
            Purchase purchase,
            Offer offer,
            Person person,
            SubscriptionCart cart,
            Price price,
            @Nullable Long dynamicPrice,
            SubscriptionLife life) {

        /** Chance for one purpose, always the same for this subscription. */
        Chance chance(int purpose) {
            return new Chance(book.seed(), 0x5b5c, position, purpose);
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

        /** What was charged for a period: coupons last one period, some months, or forever. */
        long amount(int period) {
            Coupon coupon = purchase.coupon();
            boolean reduced = coupon != null
                    && switch (coupon.durationOrOnce()) {
                        case ONCE -> period == 0;
                        case REPEATING -> {
                            Integer months = coupon.durationInMonths();
                            yield months != null
                                    && startOf(period)
                                            < Intervals.plus(life.billedFrom(), Price.Interval.MONTH, months);
                        }
                        case FOREVER -> true;
                    };
            long once = period == 0 && cart.once() != null ? cart.once().total() : 0;
            return once + (reduced ? cart.reduced().total() : cart.regular().total());
        }

        long startOf(int period) {
            return Intervals.start(life.billedFrom(), recurrence(), period);
        }
    }

    long count() {
        return book.times().volume().subscriptions();
    }

    Begun at(long position) {
        Chance chance = new Chance(book.seed(), 0x5b5c, position);
        long time = book.times().subscription(position);
        Timeline.Funnel funnel = book.times().funnel(position);
        switch (funnel) {
            case AFTER_PAYMENT -> {
                long first = book.times().partner(position);
                Offer host = payments.host(first);
                String charge = book.ids(IdMaker.Kind.PAYMENT).id(book.times().payment(first), first);
                Upsell upsell = new Upsell(host.page().id(), charge, null);
                return begin(position, payments.target(host), payments.hostBuyer(first), upsell, true, chance);
            }
            case AFTER_SUBSCRIPTION -> {
                Begun first = at(position - 1);
                Upsell upsell = new Upsell(
                        first.offer().page().id(), null, first.purchase().id());
                return begin(position, payments.target(first.offer()), first.person(), upsell, true, chance);
            }
            case LEADS_TO_PAYMENT, LEADS_TO_SUBSCRIPTION -> {
                boolean again = funnel == Timeline.Funnel.LEADS_TO_SUBSCRIPTION;
                Offer offer = chance.pick(offers.stream()
                        .filter(one -> one.upsellPageId() != null
                                && payments.target(one).recurs() == again)
                        .toList());
                return begin(position, offer, book.personAt(time, chance), Upsell.NONE, true, chance);
            }
            case NONE -> {}
        }
        Person person = book.personAt(time, chance);
        return begin(position, chance.pick(offers), person, Upsell.NONE, false, chance);
    }

    private Begun begin(long position, Offer offer, Person person, Upsell upsell, boolean completed, Chance chance) {
        long time = book.times().subscription(position);
        Price price = chance.pick(offer.page().product().prices());
        int quantity = chance.pick(1, 1, 1, 2);
        Coupon coupon = chance.percent(20) && !upsell.isAccepted() ? coupon(offer, time, chance) : null;
        boolean dynamic = !offer.dynamic().isEmpty() && chance.percent(15);
        CheckoutPage page = dynamic ? Objects.requireNonNull(offer.dynamic().get(price.id())) : offer.page();
        RequestedProduct requested =
                new RequestedProduct(price.id(), quantity, null, PaymentStream.variants(page, quantity, null, chance));
        AppliedCoupon applied = Sales.applied(coupon);
        OrderTax tax = Sales.tax(page.taxMode(), page.product().fixedTaxRateIds(), book.shop(), person);
        SubscriptionCart cart = Sales.cart(problems -> SubscriptionCart.of(page, requested, applied, tax, problems));
        SubscriptionLife life = SubscriptionLife.of(book.now(), price, time, completed, chance);
        boolean forever = coupon != null && coupon.durationOrOnce() == Coupon.Duration.FOREVER;
        Chance telling = new Chance(book.seed(), 0x5b5c, position, 2);
        Purchase purchase = new Purchase(
                book.scope(),
                book.ids(IdMaker.Kind.SUBSCRIPTION).id(time, position),
                book.subscriptionOrder(position),
                life.status().isDraft() ? null : person.id(),
                Instant.ofEpochMilli(time),
                page,
                Replies.to(page.fields(), person, telling),
                telling.percent(30) ? person.shippedTo() : person.buyer(),
                page.currency(),
                forever ? cart.reduced() : cart.regular(),
                tax,
                coupon,
                false,
                null,
                Sales.visit(book, person, telling),
                upsell);
        Long amount = dynamic ? (Long) cart.price().amount() : null;
        return new Begun(book, position, purchase, offer, person, cart, price, amount, life);
    }

    private @Nullable Coupon coupon(Offer offer, long time, Chance chance) {
        Coupon coupon = chance.pick(coupons);
        String currency = offer.page().currency();
        Instant now = Instant.ofEpochMilli(time);
        return coupon.rejection(offer.page().id(), currency, now) == null ? coupon : null;
    }
}
