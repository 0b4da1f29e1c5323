package io.tollgate.tools.demo;

import io.tollgate.cart.AppliedCoupon;
import io.tollgate.cart.OrderTax;
import io.tollgate.cart.ProductCart;
import io.tollgate.cart.RequestedProduct;
import io.tollgate.cart.RequestedVariant;
import io.tollgate.catalog.CheckoutPage;
import io.tollgate.catalog.Coupon;
import io.tollgate.catalog.PaymentOption;
import io.tollgate.catalog.Price;
import io.tollgate.catalog.Selection;
import io.tollgate.catalog.Variant;
import io.tollgate.purchase.Charge;
import io.tollgate.purchase.ChargeStatus;
import io.tollgate.purchase.Purchase;
import io.tollgate.purchase.Upsell;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The payments of one seller and mode in the order of time. Each stream counts for itself what can
 * run out, so that every stream of the same book makes the same payments.
 */
final class PaymentStream {
    private final Book book;
    private final Consumption consumption;
    private final List<Offer> onceOffers;
    private final List<Offer> manualOffers;
    private final List<Offer> depositOffers;
    private final Map<String, Offer> byPage;
    private final List<Coupon> coupons;
    private long next;
    private @Nullable Paid last;

    PaymentStream(Book book, Consumption consumption) {
        this.book = book;
        this.consumption = consumption;
        this.byPage = book.shop().offers().stream()
                .collect(Collectors.toMap(offer -> offer.page().id(), offer -> offer));
        this.onceOffers = offers(option -> true);
        this.manualOffers = offers(option -> option != null && option.isManual());
        this.depositOffers = offers(option -> option != null && !option.isManual());
        this.coupons = book.shop().coupons().stream()
                .filter(coupon -> coupon.durationOrOnce() != Coupon.Duration.REPEATING && !coupon.appliesToTicketFees())
                .toList();
    }

    /**
     * A payment that was made.
     *
     * @param price as the page has it, whatever the link named
     * @param dynamicPrice what the link named, or null
     */
    record Paid(
            Charge charge,
            Offer offer,
            Person person,
            Price price,
            ProductCart cart,
            @Nullable Long dynamicPrice) {}

    /**
     * What is bought, and how.
     *
     * @param byCard whether only a card will do: a funnel charges it again
     */
    private record Wanted(Offer offer, Person person, ChargeStatus status, boolean byCard, Upsell upsell) {}

    private List<Offer> offers(Predicate<@Nullable PaymentOption> option) {
        return book.shop().offers().stream()
                .filter(offer -> offer.sold() && offer.testmode() != book.live() && !offer.recurs())
                .filter(offer -> option.test(offer.otherOption()))
                .toList();
    }

    boolean hasNext() {
        return next < book.times().volume().payments();
    }

    Paid next() {
        Chance chance = new Chance(book.seed(), 0x9a1d, next);
        Paid payment = buy(next, wanted(next, chance), chance);
        next++;
        last = payment;
        if (book.live() && payment.charge().status().isPlaced()) {
            take(payment);
        }
        return payment;
    }

    private void take(Paid payment) {
        consumption.take(payment.offer().page().product().id(), payment.cart().quantity());
        payment.cart()
                .variants()
                .forEach(variant -> variant.options()
                        .forEach(chosen -> consumption.take(chosen.option().id(), chosen.quantity())));
        Coupon coupon = payment.charge().purchase().coupon();
        if (coupon != null) {
            consumption.take(coupon.id(), 1);
        }
    }

    private Wanted wanted(long position, Chance chance) {
        Paid before = last;
        long partner = book.times().partnerOf(position);
        Timeline.Funnel funnel =
                partner < 0 ? Timeline.Funnel.NONE : book.times().funnel(partner);
        if (book.times().isUpsell(position) && before != null) {
            Purchase first = before.charge().purchase();
            return paid(
                    target(before.offer()),
                    before.person(),
                    new Upsell(first.page().id(), first.id(), null));
        }
        if (funnel == Timeline.Funnel.LEADS_TO_PAYMENT) {
            SubscriptionStream.Begun first = new SubscriptionStream(book, this).at(partner);
            Upsell upsell =
                    new Upsell(first.offer().page().id(), null, first.purchase().id());
            return paid(target(first.offer()), first.person(), upsell);
        }
        if (funnel == Timeline.Funnel.AFTER_PAYMENT) {
            return paid(host(position), hostBuyer(position), Upsell.NONE);
        }
        Person person = book.people().of(position, chance);
        if (book.times().leadsToUpsell(position)) {
            return paid(leading(false, chance), person, Upsell.NONE);
        }
        ChargeStatus status = ChargeMaker.any(chance);
        // The first purchase of a new customer got as far as making one.
        boolean brings = position % People.PURCHASES_PER_PERSON == 0;
        ChargeStatus wanted = brings && !status.isOrdered() ? ChargeStatus.PAID : status;
        Offer offer = offer(wanted, book.times().payment(position), chance);
        return new Wanted(offer, person, wanted, false, Upsell.NONE);
    }

    private static Wanted paid(Offer offer, Person person, Upsell upsell) {
        return new Wanted(offer, person, ChargeStatus.PAID, true, upsell);
    }

    /** The page on which a payment was made that led to a subscription: known without the stream. */
    Offer host(long position) {
        return leading(true, new Chance(book.seed(), 0x4057, position));
    }

    Person hostBuyer(long position) {
        return book.people().of(position, new Chance(book.seed(), 0x4058, position));
    }

    private Offer leading(boolean toSubscription, Chance chance) {
        return chance.pick(onceOffers.stream()
                .filter(offer -> offer.upsellPageId() != null && target(offer).recurs() == toSubscription)
                .toList());
    }

    Offer target(Offer offer) {
        return Objects.requireNonNull(byPage.get(offer.upsellPageId()), "the page leads to an upsell");
    }

    private Offer offer(ChargeStatus status, long time, Chance chance) {
        List<Offer> from = switch (status) {
            case UNPAID -> manualOffers;
            case PARTIALLY_PAID -> depositOffers;
            default -> onceOffers;
        };
        for (int attempt = 0; attempt < 4; attempt++) {
            Offer offer = chance.pick(from);
            String product = offer.page().product().id();
            if (time < offer.until() && (!book.live() || consumption.left(product, 5))) {
                return offer;
            }
        }
        // The last resort has neither stock nor an end.
        return from.stream()
                .filter(offer ->
                        book.shop().stock().limit(offer.page().product().id()) == null
                                && offer.until() == Long.MAX_VALUE)
                .findFirst()
                .orElseThrow();
    }

    private Paid buy(long position, Wanted wanted, Chance chance) {
        long time = book.times().payment(position);
        Offer offer = wanted.offer();
        Person person = wanted.person();
        Price price = chance.pick(offer.page().product().prices());
        int quantity = offer.page().product().discounts().isEmpty() ? 1 : chance.pick(1, 1, 1, 2, 3, 4, 5, 6);
        boolean dynamic = !offer.dynamic().isEmpty() && chance.percent(10);
        CheckoutPage page = dynamic ? Objects.requireNonNull(offer.dynamic().get(price.id())) : offer.page();
        Long amount = price.payWhatYouWant() ? chance.pick(0L, 300L, 500L, 1000L, 2500L) : null;
        Coupon coupon = chance.percent(18) && !wanted.upsell().isAccepted() ? coupon(page, time, chance) : null;
        AppliedCoupon applied = Sales.applied(coupon);
        OrderTax tax = Sales.tax(page.taxMode(), page.product().fixedTaxRateIds(), book.shop(), person);
        RequestedProduct requested = new RequestedProduct(
                price.id(), quantity, amount, variants(page, quantity, book.live() ? consumption : null, chance));
        ProductCart cart = Sales.cart(problems -> ProductCart.of(page, requested, List.of(), applied, tax, problems));
        ChargeStatus status = ChargeMaker.possible(wanted.status(), cart.quote().total(), offer.otherOption());
        Chance shipping = ChargeMaker.chance(book, false, position, 4);
        Purchase purchase = new Purchase(
                book.scope(),
                book.ids(IdMaker.Kind.PAYMENT).id(time, position),
                book.paymentOrder(position),
                status.isOrdered() ? person.id() : null,
                Instant.ofEpochMilli(time),
                page,
                Replies.to(page.fields(), person, ChargeMaker.chance(book, false, position, 9)),
                shipping.percent(45) ? person.shippedTo() : person.buyer(),
                page.currency(),
                cart.quote(),
                tax,
                coupon,
                false,
                option(status, offer, chance),
                Sales.visit(book, person, ChargeMaker.chance(book, false, position, 3)),
                wanted.upsell());
        boolean recovered = status == ChargeStatus.PAID && !wanted.upsell().isAccepted() && chance.percent(4);
        Charge charge = new ChargeMaker(book, position, purchase, person, status).make(wanted.byCard(), recovered);
        return new Paid(
                charge,
                offer,
                person,
                price,
                cart,
                dynamic ? (Long) cart.price().amount() : null);
    }

    /** @param consumption of what can run out; null if nothing can */
    static List<RequestedVariant> variants(
            CheckoutPage page, int quantity, @Nullable Consumption consumption, Chance chance) {
        List<RequestedVariant> requested = new ArrayList<>();
        for (Variant variant : page.product().variants()) {
            boolean single = variant.selection() == Selection.SINGLE;
            if (single || chance.percent(35)) {
                Variant.Option option = chance.pick(variant.options());
                if (consumption != null && !consumption.left(option.id(), quantity)) {
                    option = variant.options().get(0);
                }
                Integer count = variant.selection() == Selection.QUANTITY ? (Integer) chance.between(1, 3) : null;
                requested.add(new RequestedVariant(
                        variant.id(), List.of(new RequestedVariant.Option(option.id(), count, null))));
            }
        }
        return requested;
    }

    private static PaymentOption option(ChargeStatus status, Offer offer, Chance chance) {
        PaymentOption full = offer.page().paymentOptions().get(0);
        PaymentOption other = offer.otherOption();
        if (other == null || status == ChargeStatus.FAILED) {
            return full;
        }
        boolean chosen = status == ChargeStatus.UNPAID || status == ChargeStatus.PARTIALLY_PAID;
        return chosen || (other.isManual() && chance.percent(20)) ? other : full;
    }

    private @Nullable Coupon coupon(CheckoutPage page, long time, Chance chance) {
        Coupon coupon = chance.pick(coupons);
        boolean left = !book.live() || consumption.left(coupon.id(), 1);
        boolean fits = coupon.rejection(page.id(), page.currency(), Instant.ofEpochMilli(time)) == null;
        return left && fits ? coupon : null;
    }
}
