package io.tollgate.tools.demo;

import io.tollgate.cart.AppliedCoupon;
import io.tollgate.cart.EventCart;
import io.tollgate.cart.OrderTax;
import io.tollgate.cart.RequestedTickets;
import io.tollgate.catalog.Coupon;
import io.tollgate.catalog.Event;
import io.tollgate.catalog.PaymentOption;
import io.tollgate.catalog.TicketGroup;
import io.tollgate.catalog.TicketType;
import io.tollgate.purchase.Charge;
import io.tollgate.purchase.ChargeStatus;
import io.tollgate.purchase.Purchase;
import io.tollgate.purchase.Upsell;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The bookings of one seller and mode in the order of time; places are taken as they go. */
final class BookingStream {
    private final Book book;
    private final Consumption consumption;
    private final List<EventOffer> events;
    private final List<Coupon> coupons;
    private long next;
    private long tickets;

    BookingStream(Book book, Consumption consumption) {
        this.book = book;
        this.consumption = consumption;
        this.events = book.shop().events().stream()
                .filter(event -> event.testmode() != book.live())
                .toList();
        this.coupons = book.shop().coupons().stream()
                .filter(coupon -> coupon.durationOrOnce() == Coupon.Duration.ONCE && coupon.maxRedemptions() == null)
                .toList();
    }

    /** What a buyer wants: so many of a type. */
    private record Wish(
            TicketGroup group,
            TicketType type,
            int quantity,
            @Nullable Long amount) {
        static Wish of(TicketGroup group, TicketType type, int quantity, Chance chance) {
            boolean chosen = type.pricing() == TicketType.Pricing.PWYW;
            return new Wish(group, type, quantity, chosen ? type.price() + chance.below(5) * 500L : null);
        }
    }

    /**
     * A booking that was made.
     *
     * @param firstTicket position of its first ticket among all tickets of the book
     */
    record Booked(Book book, long position, Charge charge, EventCart cart, EventOffer offer, long firstTicket) {
        /** How many tickets were issued: none before the order was made. */
        int tickets() {
            boolean issued = charge.status().isPlaced() || charge.status() == ChargeStatus.CANCELED;
            return issued ? cart.quantity() : 0;
        }

        boolean isBefore(Charge other) {
            return charge.purchase().createdAt().isBefore(other.purchase().createdAt());
        }

        /** Whether the ticket at this place of the booking no longer admits. */
        boolean canceled(int place) {
            return switch (charge.status()) {
                case CANCELED, REFUNDED -> true;
                case PARTIAL_REFUND -> place > 0 && place == cart.quantity() - 1;
                default -> false;
            };
        }
    }

    /** Returns null after the last. */
    @Nullable
    Booked nextOrNull() {
        if (next == book.times().volume().bookings()) {
            return null;
        }
        Booked booking = booking(next);
        next++;
        tickets += booking.tickets();
        if (book.live() && booking.charge().status().isPlaced()) {
            take(booking);
        }
        return booking;
    }

    private void take(Booked booking) {
        int place = 0;
        for (EventCart.Item item : booking.cart().items()) {
            for (int i = 0; i < item.quantity(); i++) {
                if (!booking.canceled(place)) {
                    consumption.take(booking.offer().event().id(), 1);
                    consumption.take(item.group().id(), 1);
                    consumption.take(item.type().id(), 1);
                }
                place++;
            }
        }
        Coupon coupon = booking.charge().purchase().coupon();
        if (coupon != null) {
            consumption.take(coupon.id(), 1);
        }
    }

    private Booked booking(long position) {
        Chance chance = new Chance(book.seed(), 0xb00c, position);
        long time = book.times().booking(position);
        int upcoming = upcoming(time);
        for (int attempt = 0; attempt < 5; attempt++) {
            EventOffer offer = events.get(Math.min(events.size() - 1, upcoming + chance.below(3)));
            List<Wish> wishes = wishes(offer.event(), chance);
            if (available(offer.event(), wishes)) {
                return book(position, time, offer, wishes, chance);
            }
        }
        EventOffer roomy = events.subList(upcoming, events.size()).stream()
                .filter(offer -> isRoomy(offer.event()))
                .findFirst()
                .orElseThrow();
        TicketGroup group = roomy.event().groups().get(0);
        return book(position, time, roomy, List.of(Wish.of(group, group.types().get(0), 1, chance)), chance);
    }

    private boolean isRoomy(Event event) {
        TicketGroup group = event.groups().get(0);
        return book.shop().stock().limit(event.id()) == null
                && group.capacity() == null
                && group.types().get(0).capacity() == null;
    }

    private int upcoming(long time) {
        int event = 0;
        while (events.get(event).startsAt() <= time) {
            event++;
        }
        return event;
    }

    private static List<Wish> wishes(Event event, Chance chance) {
        List<Wish> wishes = new ArrayList<>();
        for (TicketGroup group : event.groups()) {
            if (wishes.isEmpty() || chance.percent(30)) {
                for (TicketType type : group.types()) {
                    if (wishes.isEmpty() || chance.percent(25)) {
                        wishes.add(Wish.of(group, type, chance.pick(1, 1, 1, 2, 2, 3, 4, 5), chance));
                    }
                }
            }
        }
        // Those who want something else than what is listed first.
        return wishes.size() > 1 && chance.percent(40) ? wishes.subList(1, wishes.size()) : wishes;
    }

    private boolean available(Event event, List<Wish> wishes) {
        if (!book.live()) {
            return true;
        }
        int all = wishes.stream().mapToInt(Wish::quantity).sum();
        return consumption.left(event.id(), all)
                && wishes.stream()
                        .allMatch(wish -> consumption.left(wish.group().id(), all)
                                && consumption.left(wish.type().id(), wish.quantity()));
    }

    private Booked book(long position, long time, EventOffer offer, List<Wish> wishes, Chance chance) {
        Event event = offer.event();
        Person person = book.personAt(time, chance);
        boolean complimentary = chance.percent(4);
        Coupon coupon = !complimentary && chance.percent(15) ? coupon(event, wishes, time, chance) : null;
        AppliedCoupon applied = Sales.applied(coupon);
        OrderTax tax = Sales.tax(event.taxMode(), event.details().fixedTaxRateIds(), book.shop(), person);
        RequestedTickets requested = requested(wishes, complimentary);
        EventCart cart = Sales.cart(problems -> EventCart.of(event, requested, List.of(), applied, tax, problems));
        ChargeStatus status = complimentary
                ? ChargeStatus.PAID
                : ChargeMaker.possible(ChargeMaker.any(chance), cart.quote().total(), offer.otherOption());
        Purchase purchase = new Purchase(
                book.scope(),
                book.ids(IdMaker.Kind.BOOKING).id(time, position),
                book.bookingOrder(position),
                status.isOrdered() ? person.id() : null,
                Instant.ofEpochMilli(time),
                event,
                Replies.to(event.fields(), person, ChargeMaker.chance(book, true, position, 9)),
                person.buyer(),
                event.currency(),
                cart.quote(),
                tax,
                coupon,
                complimentary,
                cart.quote().total() == 0 ? null : option(offer, status),
                Sales.visit(book, person, ChargeMaker.chance(book, true, position, 3)),
                Upsell.NONE);
        boolean recovered = !complimentary && status == ChargeStatus.PAID && chance.percent(4);
        Charge charge = new ChargeMaker(book, position, purchase, person, status).make(false, recovered);
        return new Booked(book, position, charge, cart, offer, tickets);
    }

    private static RequestedTickets requested(List<Wish> wishes, boolean complimentary) {
        Map<String, Integer> quantities = new LinkedHashMap<>();
        Map<String, Long> amounts = new LinkedHashMap<>();
        for (Wish wish : wishes) {
            quantities.put(wish.type().id(), wish.quantity());
            if (wish.amount() != null) {
                amounts.put(wish.type().id(), wish.amount());
            }
        }
        return new RequestedTickets(quantities, amounts, complimentary);
    }

    private static @Nullable PaymentOption option(EventOffer offer, ChargeStatus status) {
        boolean other = status == ChargeStatus.UNPAID || status == ChargeStatus.PARTIALLY_PAID;
        return other ? offer.otherOption() : offer.event().paymentOptions().get(0);
    }

    private @Nullable Coupon coupon(Event event, List<Wish> wishes, long time, Chance chance) {
        Coupon coupon = chance.pick(coupons);
        boolean covers =
                wishes.stream().anyMatch(wish -> coupon.covers(wish.type().id()));
        Instant now = Instant.ofEpochMilli(time);
        return covers && coupon.rejection(event.id(), event.currency(), now) == null ? coupon : null;
    }
}
