package io.tollgate.tools.demo;

import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.catalog.model.Coupon;
import io.tollgate.catalog.model.PaymentOption;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.Selection;
import io.tollgate.catalog.model.Variant;
import io.tollgate.sales.cart.AppliedCoupon;
import io.tollgate.sales.cart.OrderTax;
import io.tollgate.sales.cart.ProductCart;
import io.tollgate.sales.cart.RequestedProduct;
import io.tollgate.sales.cart.RequestedVariant;
import io.tollgate.sales.purchase.Charge;
import io.tollgate.sales.purchase.ChargeStatus;
import io.tollgate.sales.purchase.Purchase;
import io.tollgate.sales.purchase.Upsell;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Generates the payments of one seller and mode in chronological order. Each stream tracks stock itself, so that all
 * streams of the same plan generate the same payments.
 */
final class PaymentStream {
    private final PurchasePlan plan;
    private final Consumption consumption;
    private final List<Offer> onceOffers;
    private final List<Offer> manualOffers;
    private final List<Offer> depositOffers;
    private final Map<String, Offer> byPage;
    private final List<Coupon> coupons;
    private long next;
    private @Nullable DemoPayment last;

    PaymentStream(PurchasePlan plan, Consumption consumption) {
        this.plan = plan;
        this.consumption = consumption;
        this.byPage = plan.shop().offers().stream()
                .collect(Collectors.toMap(offer -> offer.page().id(), offer -> offer));
        this.onceOffers = offers(option -> true);
        this.manualOffers = offers(option -> option != null && option.isManual());
        this.depositOffers = offers(option -> option != null && !option.isManual());
        this.coupons = plan.shop().coupons().stream()
                .filter(coupon -> coupon.durationOrOnce() != Coupon.Duration.REPEATING && !coupon.appliesToTicketFees())
                .toList();
    }

    /**
     * A generated payment.
     *
     * @param price as it is on the page, without a dynamic price
     * @param dynamicPrice from the link, or null
     */
    record DemoPayment(
            Charge charge,
            Offer offer,
            Person person,
            Price price,
            ProductCart cart,
            @Nullable Long dynamicPrice) {}

    /**
     * What a buyer intends to buy.
     *
     * @param byCard whether the payment method must be a card, because a funnel charges it again
     */
    private record PurchaseIntent(Offer offer, Person person, ChargeStatus status, boolean byCard, Upsell upsell) {}

    private List<Offer> offers(Predicate<@Nullable PaymentOption> option) {
        return plan.shop().offers().stream()
                .filter(offer -> offer.sold() && offer.testmode() != plan.live() && !offer.recurs())
                .filter(offer -> option.test(offer.otherOption()))
                .toList();
    }

    boolean hasNext() {
        return next < plan.times().volume().payments();
    }

    DemoPayment next() {
        DemoRandom random = new DemoRandom(plan.seed(), 0x9a1d, next);
        DemoPayment payment = buy(next, wanted(next, random), random);
        next++;
        last = payment;
        if (plan.live() && payment.charge().status().isPlaced()) {
            take(payment);
        }
        return payment;
    }

    private void take(DemoPayment payment) {
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

    private PurchaseIntent wanted(long position, DemoRandom random) {
        DemoPayment before = last;
        long partner = plan.times().partnerOf(position);
        Timeline.Funnel funnel =
                partner < 0 ? Timeline.Funnel.NONE : plan.times().funnel(partner);
        if (plan.times().isUpsell(position) && before != null) {
            Purchase first = before.charge().purchase();
            return paid(
                    target(before.offer()),
                    before.person(),
                    new Upsell(first.page().id(), first.id(), null));
        }
        if (funnel == Timeline.Funnel.LEADS_TO_PAYMENT) {
            SubscriptionStream.DemoSubscription first = new SubscriptionStream(plan, this).at(partner);
            Upsell upsell =
                    new Upsell(first.offer().page().id(), null, first.purchase().id());
            return paid(target(first.offer()), first.person(), upsell);
        }
        if (funnel == Timeline.Funnel.AFTER_PAYMENT) {
            return paid(host(position), hostBuyer(position), Upsell.NONE);
        }
        Person person = plan.people().of(position, random);
        if (plan.times().leadsToUpsell(position)) {
            return paid(leading(false, random), person, Upsell.NONE);
        }
        ChargeStatus status = ChargeMaker.any(random);
        // The first purchase of a new customer has at least created the customer.
        boolean brings = position % People.PURCHASES_PER_PERSON == 0;
        ChargeStatus wanted = brings && !status.isOrdered() ? ChargeStatus.PAID : status;
        Offer offer = offer(wanted, plan.times().payment(position), random);
        return new PurchaseIntent(offer, person, wanted, false, Upsell.NONE);
    }

    private static PurchaseIntent paid(Offer offer, Person person, Upsell upsell) {
        return new PurchaseIntent(offer, person, ChargeStatus.PAID, true, upsell);
    }

    /** Returns the page of a payment that led to a subscription. Does not depend on the payments before it. */
    Offer host(long position) {
        return leading(true, new DemoRandom(plan.seed(), 0x4057, position));
    }

    Person hostBuyer(long position) {
        return plan.people().of(position, new DemoRandom(plan.seed(), 0x4058, position));
    }

    private Offer leading(boolean toSubscription, DemoRandom random) {
        return random.pick(onceOffers.stream()
                .filter(offer -> offer.upsellPageId() != null && target(offer).recurs() == toSubscription)
                .toList());
    }

    Offer target(Offer offer) {
        return Objects.requireNonNull(byPage.get(offer.upsellPageId()), "the page leads to an upsell");
    }

    private Offer offer(ChargeStatus status, long time, DemoRandom random) {
        List<Offer> from = switch (status) {
            case UNPAID -> manualOffers;
            case PARTIALLY_PAID -> depositOffers;
            default -> onceOffers;
        };
        for (int attempt = 0; attempt < 4; attempt++) {
            Offer offer = random.pick(from);
            String product = offer.page().product().id();
            if (time < offer.until() && (!plan.live() || consumption.left(product, 5))) {
                return offer;
            }
        }
        // The fallback has neither a stock limit nor an end.
        return from.stream()
                .filter(offer ->
                        plan.shop().stock().limit(offer.page().product().id()) == null
                                && offer.until() == Long.MAX_VALUE)
                .findFirst()
                .orElseThrow();
    }

    private DemoPayment buy(long position, PurchaseIntent wanted, DemoRandom random) {
        long time = plan.times().payment(position);
        Offer offer = wanted.offer();
        Person person = wanted.person();
        Price price = random.pick(offer.page().product().prices());
        int quantity = offer.page().product().discounts().isEmpty() ? 1 : random.pick(1, 1, 1, 2, 3, 4, 5, 6);
        boolean dynamic = !offer.dynamic().isEmpty() && random.percent(10);
        CheckoutPage page = dynamic ? Objects.requireNonNull(offer.dynamic().get(price.id())) : offer.page();
        Long amount = price.payWhatYouWant() ? random.pick(0L, 300L, 500L, 1000L, 2500L) : null;
        Coupon coupon = random.percent(18) && !wanted.upsell().isAccepted() ? coupon(page, time, random) : null;
        AppliedCoupon applied = Sales.applied(coupon);
        OrderTax tax = Sales.tax(page.taxMode(), page.product().fixedTaxRateIds(), plan.shop(), person);
        RequestedProduct requested = new RequestedProduct(
                price.id(), quantity, amount, variants(page, quantity, plan.live() ? consumption : null, random));
        ProductCart cart = Sales.cart(problems -> ProductCart.of(page, requested, List.of(), applied, tax, problems));
        ChargeStatus status = ChargeMaker.possible(wanted.status(), cart.quote().total(), offer.otherOption());
        Purchase purchase = purchase(position, wanted, page, cart, tax, coupon, status, random);
        boolean recovered = status == ChargeStatus.PAID && !wanted.upsell().isAccepted() && random.percent(4);
        Charge charge = new ChargeMaker(plan, position, purchase, person, status).make(wanted.byCard(), recovered);
        return new DemoPayment(
                charge,
                offer,
                person,
                price,
                cart,
                dynamic ? (Long) cart.price().amount() : null);
    }

    private Purchase purchase(
            long position,
            PurchaseIntent wanted,
            CheckoutPage page,
            ProductCart cart,
            OrderTax tax,
            @Nullable Coupon coupon,
            ChargeStatus status,
            DemoRandom random) {
        long time = plan.times().payment(position);
        Person person = wanted.person();
        DemoRandom shipping = ChargeMaker.random(plan, false, position, 4);
        return new Purchase(
                plan.scope(),
                plan.ids(IdMaker.Kind.PAYMENT).id(time, position),
                plan.paymentOrder(position),
                status.isOrdered() ? person.id() : null,
                Instant.ofEpochMilli(time),
                page,
                DemoAnswers.to(page.fields(), person, ChargeMaker.random(plan, false, position, 9)),
                shipping.percent(45) ? person.shippedTo() : person.buyer(),
                page.currency(),
                cart.quote(),
                tax,
                List.of(),
                coupon,
                false,
                option(status, wanted.offer(), random),
                Sales.visit(plan, person, ChargeMaker.random(plan, false, position, 3)),
                wanted.upsell());
    }

    /** @param consumption of stock; null if nothing is limited */
    static List<RequestedVariant> variants(
            CheckoutPage page, int quantity, @Nullable Consumption consumption, DemoRandom random) {
        List<RequestedVariant> requested = new ArrayList<>();
        for (Variant variant : page.product().variants()) {
            boolean single = variant.selection() == Selection.SINGLE;
            if (single || random.percent(35)) {
                Variant.Option option = random.pick(variant.options());
                if (consumption != null && !consumption.left(option.id(), quantity)) {
                    option = variant.options().get(0);
                }
                Integer count = variant.selection() == Selection.QUANTITY ? (Integer) random.between(1, 3) : null;
                requested.add(new RequestedVariant(
                        variant.id(), List.of(new RequestedVariant.Option(option.id(), count, null))));
            }
        }
        return requested;
    }

    private static PaymentOption option(ChargeStatus status, Offer offer, DemoRandom random) {
        PaymentOption full = offer.page().paymentOptions().get(0);
        PaymentOption other = offer.otherOption();
        if (other == null || status == ChargeStatus.FAILED) {
            return full;
        }
        boolean chosen = status == ChargeStatus.UNPAID || status == ChargeStatus.PARTIALLY_PAID;
        return chosen || (other.isManual() && random.percent(20)) ? other : full;
    }

    private @Nullable Coupon coupon(CheckoutPage page, long time, DemoRandom random) {
        Coupon coupon = random.pick(coupons);
        boolean left = !plan.live() || consumption.left(coupon.id(), 1);
        boolean fits = coupon.rejection(page.id(), page.currency(), Instant.ofEpochMilli(time)) == null;
        return left && fits ? coupon : null;
    }
}
