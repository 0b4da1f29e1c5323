package io.tollgate.demo;

import io.tollgate.pricing.Fee;
import io.tollgate.pricing.Line;
import io.tollgate.pricing.Order;
import io.tollgate.pricing.Quote;
import io.tollgate.pricing.Reduction;
import io.tollgate.pricing.Taxation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of one seller and mode. Nothing they take can run out, so each can be computed
 * without those before it.
 */
final class SubscriptionStream {
    private final Book book;
    private final List<Offer> offers;
    private final List<CouponOffer> coupons;
    private final PaymentStream payments;

    SubscriptionStream(Book book) {
        this(book, new PaymentStream(book, new Claims()));
    }

    SubscriptionStream(Book book, PaymentStream payments) {
        this.book = book;
        this.payments = payments;
        this.offers = book.shop().offers().stream()
                .filter(offer -> offer.kind().recurring() && offer.testmode() != book.live())
                .toList();
        this.coupons = book.shop().coupons().stream()
                .filter(coupon -> !coupon.canRunOut() && !coupon.appliesToTicketFees())
                .toList();
    }

    long count() {
        return book.times().volume().subscriptions();
    }

    Subscription at(long position) {
        Chance chance = new Chance(book.seed(), 0x5b5c, position);
        long time = book.times().subscription(position);
        Times.Funnel funnel = book.times().funnel(position);
        switch (funnel) {
            case AFTER_PAYMENT -> {
                long first = book.times().partner(position);
                Offer host = payments.host(first);
                String charge = book.ids(IdMaker.Kind.PAYMENT).id(book.times().payment(first), first);
                Charge.Upsell upsell = new Charge.Upsell(host.pageId(), charge, null);
                return subscribe(
                        position, time, payments.target(host), payments.hostBuyer(first), upsell, true, chance);
            }
            case AFTER_SUBSCRIPTION -> {
                Subscription first = at(position - 1);
                Charge.Upsell upsell = new Charge.Upsell(first.offer().pageId(), null, first.id());
                return subscribe(position, time, payments.target(first.offer()), first.buyer(), upsell, true, chance);
            }
            case LEADS_TO_PAYMENT, LEADS_TO_SUBSCRIPTION -> {
                boolean again = funnel == Times.Funnel.LEADS_TO_SUBSCRIPTION;
                Offer offer = chance.pick(offers.stream()
                        .filter(o ->
                                o.upsell() != null && payments.target(o).kind().recurring() == again)
                        .toList());
                Buyer buyer = book.buyerAt(time, chance);
                return subscribe(position, time, offer, buyer, Charge.Upsell.NONE, true, chance);
            }
            case NONE -> {}
        }
        Buyer buyer = book.buyerAt(time, chance);
        return subscribe(position, time, chance.pick(offers), buyer, Charge.Upsell.NONE, false, chance);
    }

    private Subscription subscribe(
            long position,
            long time,
            Offer offer,
            Buyer buyer,
            Charge.Upsell upsell,
            boolean completed,
            Chance chance) {
        Offer.Price price = chance.pick(offer.prices());
        int quantity = chance.pick(1, 1, 1, 2);
        CouponOffer coupon = chance.percent(20) && !upsell.accepted() ? coupon(offer, time, chance) : null;
        Long dynamic = offer.dynamicPrice() && chance.percent(15) ? (Long) (price.amount() + 100L) : null;
        long amount = dynamic == null ? price.amount() : dynamic;
        Selection selection = new Selection(offer, price, amount, quantity, false);
        selection.choose(offer, quantity, new Claims(), false, chance);
        List<Line> again = new ArrayList<>();
        List<Line> once = new ArrayList<>();
        boolean setupReduced = coupon != null && coupon.appliesToSetupFee();
        if (price.setupFee() != null) {
            once.add(new Line(Line.Kind.SETUP_FEE, price.id(), "Setup fee", 1, price.setupFee(), setupReduced));
        }
        selection.lines().forEach(line -> (oneTime(offer, line) ? once : again).add(line));
        Taxation taxation = Taxes.of(offer.tax(), book.shop(), buyer);
        List<Fee> fees = Selection.fees(offer.fees(), quantity);
        Reduction reduction = coupon == null ? null : coupon.reduction();
        Lifecycle life = Lifecycle.of(book, offer, price, time, completed, chance);
        return new Subscription(
                book,
                position,
                book.ids(IdMaker.Kind.SUBSCRIPTION).id(time, position),
                book.subscriptionOrder(position),
                time,
                offer,
                price,
                buyer,
                quantity,
                dynamic,
                selection.choices(),
                Quote.of(new Order(again, List.of(), null, fees, taxation, false)),
                Quote.of(new Order(again, List.of(), reduction, fees, taxation, false)),
                once.isEmpty() ? null : Quote.of(new Order(once, List.of(), reduction, parts(fees), taxation, false)),
                coupon,
                life.status(),
                life.billedFrom(),
                life.endedAt(),
                life.periods(),
                upsell);
    }

    /** One-time parts of the first payment carry the fees that are a part of the amount. */
    private static List<Fee> parts(List<Fee> fees) {
        return fees.stream().filter(fee -> fee.percentage() != null).toList();
    }

    private static boolean oneTime(Offer offer, Line line) {
        return offer.variants().stream()
                .flatMap(variant -> variant.options().stream())
                .anyMatch(option -> option.id().equals(line.reference()) && !option.recurring());
    }

    private @Nullable CouponOffer coupon(Offer offer, long time, Chance chance) {
        CouponOffer coupon = chance.pick(coupons);
        return coupon.fits(offer.pageId(), offer.currency(), time) ? coupon : null;
    }
}
