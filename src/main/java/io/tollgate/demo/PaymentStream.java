package io.tollgate.demo;

import io.tollgate.pricing.BulkDiscount;
import io.tollgate.pricing.Order;
import io.tollgate.pricing.Quote;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The payments of one seller and mode in the order of time. Each stream counts for itself what can
 * run out, so that every stream of the same book makes the same payments.
 */
final class PaymentStream {
    private final Book book;
    private final Claims claims;
    private final List<Offer> onceOffers;
    private final List<Offer> manualOffers;
    private final List<Offer> depositOffers;
    private final Map<String, Offer> byPage;
    private final List<CouponOffer> coupons;
    private long next;
    private @Nullable Payment last;

    PaymentStream(Book book, Claims claims) {
        this.book = book;
        this.claims = claims;
        this.byPage = book.shop().offers().stream().collect(Collectors.toMap(Offer::pageId, offer -> offer));
        this.onceOffers = offers(book, offer -> true);
        this.manualOffers = offers(book, offer -> offer.manual() != null && !"partial".equals(offer.manual()));
        this.depositOffers = offers(book, offer -> "partial".equals(offer.manual()));
        this.coupons = book.shop().coupons().stream()
                .filter(coupon -> !coupon.duration().equals("repeating") && !coupon.appliesToTicketFees())
                .toList();
    }

    private static List<Offer> offers(Book book, Predicate<Offer> which) {
        return book.shop().offers().stream()
                .filter(offer -> offer.sold() && offer.testmode() != book.live())
                .filter(offer -> !offer.kind().recurring())
                .filter(which)
                .toList();
    }

    boolean hasNext() {
        return next < book.times().volume().payments();
    }

    Payment next() {
        Payment payment = payment(next);
        next++;
        last = payment;
        if (book.live() && payment.charge().placed()) {
            claim(payment);
        }
        return payment;
    }

    private void claim(Payment payment) {
        claims.take(payment.offer().productId(), payment.quantity());
        payment.choices()
                .forEach(choice -> choice.options()
                        .forEach(chosen -> claims.take(chosen.option().id(), chosen.quantity())));
        CouponOffer coupon = payment.charge().coupon();
        if (coupon != null) {
            claims.take(coupon.id(), 1);
        }
    }

    private Payment payment(long position) {
        Chance chance = new Chance(book.seed(), 0x9a1d, position);
        long time = book.times().payment(position);
        Payment before = last;
        long partner = book.times().partnerOf(position);
        Times.Funnel funnel = partner < 0 ? Times.Funnel.NONE : book.times().funnel(partner);
        if (book.times().isUpsell(position) && before != null) {
            Charge first = before.charge();
            Charge.Upsell upsell = new Charge.Upsell(first.pageId(), first.id(), null);
            return buy(position, time, target(before.offer()), first.buyer(), "paid", true, upsell, chance);
        }
        if (funnel == Times.Funnel.LEADS_TO_PAYMENT) {
            Subscription first = new SubscriptionStream(book, this).at(partner);
            Charge.Upsell upsell = new Charge.Upsell(first.offer().pageId(), null, first.id());
            return buy(position, time, target(first.offer()), first.buyer(), "paid", true, upsell, chance);
        }
        if (funnel == Times.Funnel.AFTER_PAYMENT) {
            return buy(position, time, host(position), hostBuyer(position), "paid", true, Charge.Upsell.NONE, chance);
        }
        Buyer buyer = book.buyers().of(position, chance);
        if (book.times().leadsToUpsell(position)) {
            Offer offer = leading(false, chance);
            return buy(position, time, offer, buyer, "paid", true, Charge.Upsell.NONE, chance);
        }
        boolean brings = position % Buyers.PURCHASES_PER_BUYER == 0;
        String status = brings ? ChargeStatus.ofCustomer(chance) : ChargeStatus.any(chance);
        return buy(position, time, offer(status, time, chance), buyer, status, false, Charge.Upsell.NONE, chance);
    }

    /** The page on which a payment was made that led to a subscription: known without the stream. */
    Offer host(long position) {
        return leading(true, new Chance(book.seed(), 0x4057, position));
    }

    Buyer hostBuyer(long position) {
        return book.buyers().of(position, new Chance(book.seed(), 0x4058, position));
    }

    private Offer leading(boolean toSubscription, Chance chance) {
        List<Offer> leading = onceOffers.stream()
                .filter(offer -> offer.upsell() != null && target(offer).kind().recurring() == toSubscription)
                .toList();
        return chance.pick(leading);
    }

    Offer target(Offer offer) {
        Offer target = offer.upsell() == null ? null : byPage.get(offer.upsell());
        if (target == null) {
            throw new IllegalStateException(offer.name() + " leads to no upsell");
        }
        return target;
    }

    private Offer offer(String status, long time, Chance chance) {
        List<Offer> from = switch (status) {
            case "unpaid" -> manualOffers;
            case "partially_paid" -> depositOffers;
            default -> onceOffers;
        };
        for (int attempt = 0; attempt < 4; attempt++) {
            Offer offer = chance.pick(from);
            if (time < offer.until() && (!book.live() || claims.left(offer.productId(), offer.stock(), 5))) {
                return offer;
            }
        }
        // The last resort has neither stock nor an end.
        return from.stream()
                .filter(offer -> offer.stock() == null && offer.until() == Long.MAX_VALUE)
                .findFirst()
                .orElseThrow();
    }

    private Payment buy(
            long position,
            long time,
            Offer offer,
            Buyer buyer,
            String wanted,
            boolean byCard,
            Charge.Upsell upsell,
            Chance chance) {
        Offer.Price price = chance.pick(offer.prices());
        int quantity = offer.bulk().isEmpty() ? 1 : chance.pick(1, 1, 1, 2, 3, 4, 5, 6);
        Long dynamic = offer.dynamicPrice() && chance.percent(10) ? (Long) (price.amount() + 500L) : null;
        long amount = price.kind() == Offer.Kind.PAY_WHAT_YOU_WANT
                ? chance.pick(0L, 300L, 500L, 1000L, 2500L)
                : dynamic != null ? dynamic : price.amount();
        CouponOffer coupon = chance.percent(18) && !upsell.accepted() ? coupon(offer, time, chance) : null;
        Selection selection =
                new Selection(offer, price, amount, quantity, coupon != null && coupon.appliesToSetupFee());
        selection.choose(offer, quantity, claims, book.live(), chance);
        Quote quote = Quote.of(new Order(
                selection.lines(),
                offer.bulk(),
                coupon == null ? null : coupon.reduction(),
                Selection.fees(offer.fees(), quantity),
                Taxes.of(offer.tax(), book.shop(), buyer),
                false));
        String status = possible(wanted, quote.total());
        Charge charge = new Charge(
                book,
                false,
                position,
                book.ids(IdMaker.Kind.PAYMENT).id(time, position),
                book.paymentOrder(position),
                time,
                offer.pageId(),
                offer.slug(),
                offer.title(),
                offer.locale(),
                offer.questions(),
                offer.tax(),
                buyer,
                offer.currency(),
                quote,
                coupon,
                winner(quote),
                status,
                option(status, offer, chance),
                false,
                status.equals("paid") && !upsell.accepted() && chance.percent(4),
                byCard,
                upsell);
        return new Payment(charge, offer, price, amount, quantity, selection.choices(), dynamic);
    }

    /** What costs nothing is paid at once, and a unit cannot be given back in parts. */
    static String possible(String wanted, long total) {
        if (total == 0 && Charge.placed(wanted)) {
            return "paid";
        }
        boolean tooSmall = wanted.equals("partial_refund") && total < 2
                || wanted.equals("partially_paid") && total <= PageDocuments.DEPOSIT;
        return tooSmall ? "paid" : wanted;
    }

    private static String option(String status, Offer offer, Chance chance) {
        String manual = offer.manual();
        if (manual == null || status.equals("failed")) {
            return "full";
        }
        boolean chosen = status.equals("unpaid") || status.equals("partially_paid");
        return chosen || (!manual.equals("partial") && chance.percent(20)) ? manual : "full";
    }

    private @Nullable CouponOffer coupon(Offer offer, long time, Chance chance) {
        CouponOffer coupon = chance.pick(coupons);
        boolean left = !book.live() || claims.left(coupon.id(), coupon.maxRedemptions(), 1);
        return left && coupon.fits(offer.pageId(), offer.currency(), time) ? coupon : null;
    }

    /** The rule that took off most, which the record names. */
    static @Nullable BulkDiscount winner(Quote quote) {
        BulkDiscount winner = null;
        long most = 0;
        for (var part : quote.parts()) {
            if (part.bulkDiscount() > most) {
                most = part.bulkDiscount();
                winner = part.bulkRule();
            }
        }
        return winner;
    }
}
