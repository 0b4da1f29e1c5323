package io.tollgate.demo;

import io.tollgate.demo.EventOffer.Group;
import io.tollgate.demo.EventOffer.Type;
import io.tollgate.pricing.BulkDiscount;
import io.tollgate.pricing.Line;
import io.tollgate.pricing.Order;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Quote;
import io.tollgate.pricing.Reduction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The bookings of one seller and mode in the order of time; places are claimed as they go. */
final class BookingStream {
    private final Book book;
    private final Claims claims;
    private final List<EventOffer> events;
    private final List<CouponOffer> coupons;
    private long next;
    private long tickets;

    BookingStream(Book book, Claims claims) {
        this.book = book;
        this.claims = claims;
        this.events = book.shop().events().stream()
                .filter(event -> event.testmode() != book.live())
                .toList();
        this.coupons = book.shop().coupons().stream()
                .filter(coupon -> coupon.duration().equals("once") && coupon.maxRedemptions() == null)
                .toList();
    }

    /** What a buyer wants: so many of a type. */
    private record Wish(Group group, Type type, int quantity, long price) {}

    boolean hasNext() {
        return next < book.times().volume().bookings();
    }

    Booking next() {
        Booking booking = booking(next);
        next++;
        tickets += booking.tickets();
        if (book.live() && booking.charge().placed()) {
            claim(booking);
        }
        return booking;
    }

    private void claim(Booking booking) {
        int place = 0;
        for (Booking.TicketLine line : booking.lines()) {
            for (int i = 0; i < line.quantity(); i++) {
                if (!booking.canceled(place)) {
                    claims.take(booking.event().pageId(), 1);
                    claims.take(line.group().id(), 1);
                    claims.take(line.type().id(), 1);
                }
                place++;
            }
        }
        CouponOffer coupon = booking.charge().coupon();
        if (coupon != null) {
            claims.take(coupon.id(), 1);
        }
    }

    private Booking booking(long position) {
        Chance chance = new Chance(book.seed(), 0xb00c, position);
        long time = book.times().booking(position);
        int upcoming = upcoming(time);
        for (int attempt = 0; attempt < 5; attempt++) {
            EventOffer event = events.get(Math.min(events.size() - 1, upcoming + chance.below(3)));
            List<Wish> wishes = wishes(event, chance);
            if (available(event, wishes)) {
                return book(position, time, event, wishes, chance);
            }
        }
        EventOffer roomy = events.subList(upcoming, events.size()).stream()
                .filter(event ->
                        event.capacity() == null && event.groups().get(0).capacity() == null)
                .filter(event -> event.groups().get(0).types().get(0).capacity() == null)
                .findFirst()
                .orElseThrow();
        Group group = roomy.groups().get(0);
        Type type = group.types().get(0);
        return book(position, time, roomy, List.of(new Wish(group, type, 1, price(type, chance))), chance);
    }

    private int upcoming(long time) {
        int event = 0;
        while (events.get(event).startsAt() <= time) {
            event++;
        }
        return event;
    }

    private static List<Wish> wishes(EventOffer event, Chance chance) {
        List<Wish> wishes = new ArrayList<>();
        for (Group group : event.groups()) {
            if (wishes.isEmpty() || chance.percent(30)) {
                for (Type type : group.types()) {
                    if (wishes.isEmpty() || chance.percent(25)) {
                        int quantity = chance.pick(1, 1, 1, 2, 2, 3, 4, 5);
                        wishes.add(new Wish(group, type, quantity, price(type, chance)));
                    }
                }
            }
        }
        // Those who want something else than what is listed first.
        return wishes.size() > 1 && chance.percent(40) ? wishes.subList(1, wishes.size()) : wishes;
    }

    private static long price(Type type, Chance chance) {
        return type.pricing().equals("pwyw") ? type.price() + chance.below(5) * 500L : type.price();
    }

    private boolean available(EventOffer event, List<Wish> wishes) {
        if (!book.live()) {
            return true;
        }
        int all = wishes.stream().mapToInt(Wish::quantity).sum();
        return claims.left(event.pageId(), event.capacity(), all)
                && wishes.stream()
                        .allMatch(wish -> claims.left(
                                        wish.group().id(), wish.group().capacity(), all)
                                && claims.left(wish.type().id(), wish.type().capacity(), wish.quantity()));
    }

    private Booking book(long position, long time, EventOffer event, List<Wish> wishes, Chance chance) {
        Buyer buyer = book.buyerAt(time, chance);
        boolean complimentary = chance.percent(4);
        CouponOffer coupon = !complimentary && chance.percent(15) ? coupon(event, time, chance) : null;
        int quantity = wishes.stream().mapToInt(Wish::quantity).sum();
        Quote quote = Quote.of(new Order(
                lines(wishes, coupon),
                bulk(event),
                coupon == null ? null : coupon.reduction(),
                Selection.fees(event.fees(), quantity),
                Taxes.of(event.tax(), book.shop(), buyer),
                complimentary));
        String status = complimentary ? "paid" : status(event, quote, chance);
        boolean byOption = status.equals("unpaid") || status.equals("partially_paid");
        Charge charge = new Charge(
                book,
                true,
                position,
                book.ids(IdMaker.Kind.BOOKING).id(time, position),
                book.bookingOrder(position),
                time,
                event.pageId(),
                event.slug(),
                event.title(),
                event.locale(),
                event.questions(),
                event.tax(),
                buyer,
                event.currency(),
                quote,
                coupon,
                PaymentStream.winner(quote),
                status,
                byOption && event.manual() != null ? event.manual() : "full",
                complimentary,
                !complimentary && status.equals("paid") && chance.percent(4),
                false,
                Charge.Upsell.NONE);
        return new Booking(charge, event, ticketLines(wishes, quote.parts()), tickets);
    }

    private static String status(EventOffer event, Quote quote, Chance chance) {
        String wanted = PaymentStream.possible(ChargeStatus.any(chance), quote.total());
        String manual = event.manual();
        boolean impossible = wanted.equals("unpaid") && (manual == null || manual.equals("partial"))
                || wanted.equals("partially_paid") && !"partial".equals(manual);
        return impossible ? "paid" : wanted;
    }

    private static List<Line> lines(List<Wish> wishes, @Nullable CouponOffer coupon) {
        List<Line> lines = new ArrayList<>();
        for (Wish wish : wishes) {
            Type type = wish.type();
            boolean covered = coupon != null
                    && (coupon.ticketTypeIds().isEmpty()
                            || coupon.ticketTypeIds().contains(type.id()));
            lines.add(new Line(Line.Kind.TICKET, type.id(), type.name(), wish.quantity(), wish.price(), covered));
            if (type.fee() != null) {
                boolean feeCovered = covered && coupon != null && coupon.appliesToTicketFees();
                lines.add(new Line(
                        Line.Kind.TICKET_FEE, type.id(), "Booking fee", wish.quantity(), type.fee(), feeCovered));
            }
        }
        return lines;
    }

    private static List<BulkDiscount> bulk(EventOffer event) {
        List<BulkDiscount> rules = new ArrayList<>(event.discounts());
        for (Group group : event.groups()) {
            if (group.bulkFrom() > 0) {
                Set<String> types = group.types().stream().map(Type::id).collect(Collectors.toSet());
                rules.add(new BulkDiscount(true, types, group.bulkFrom(), 100, Reduction.percent(group.bulkPercent())));
            }
        }
        return rules;
    }

    private static List<Booking.TicketLine> ticketLines(List<Wish> wishes, List<Part> parts) {
        List<Booking.TicketLine> lines = new ArrayList<>();
        int part = 0;
        for (Wish wish : wishes) {
            boolean fee = wish.type().fee() != null;
            lines.add(new Booking.TicketLine(
                    wish.group(), wish.type(), wish.quantity(), parts.get(part), fee ? parts.get(part + 1) : null));
            part += fee ? 2 : 1;
        }
        return lines;
    }

    private @Nullable CouponOffer coupon(EventOffer event, long time, Chance chance) {
        CouponOffer coupon = chance.pick(coupons);
        return coupon.fits(event.pageId(), event.currency(), time) ? coupon : null;
    }
}
