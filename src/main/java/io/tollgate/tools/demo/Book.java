package io.tollgate.tools.demo;

import io.tollgate.resource.Scope;
import java.util.EnumMap;
import java.util.Map;

/** The purchases of one seller in one mode: whose they are, how many, when, and under which numbers. */
final class Book {
    private static final long ORDERS = 100_000_000;
    /** Has no factor in common with the number of order ids, so no two positions share one. */
    private static final long STRIDE = 61_803_399;

    private static final String SHORT = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

    private final Shop shop;
    private final boolean live;
    private final Scope scope;
    private final long seed;
    private final Timeline times;
    private final Map<IdMaker.Kind, IdMaker> ids = new EnumMap<>(IdMaker.Kind.class);
    private final People people;

    Book(Shop shop, boolean live, Timeline.Volume volume) {
        this.shop = shop;
        this.live = live;
        this.scope = new Scope(shop.id(), live);
        this.seed = Chance.hash(shop.seed(), live ? 1 : 2);
        this.times = new Timeline(seed, shop.start(), shop.now(), volume);
        for (IdMaker.Kind kind : IdMaker.Kind.values()) {
            ids.put(kind, new IdMaker(seed, kind));
        }
        this.people = new People(this);
    }

    Shop shop() {
        return shop;
    }

    boolean live() {
        return live;
    }

    Scope scope() {
        return scope;
    }

    long seed() {
        return seed;
    }

    long now() {
        return shop.now();
    }

    Timeline times() {
        return times;
    }

    People people() {
        return people;
    }

    long customers() {
        return (times.volume().payments() + People.PURCHASES_PER_PERSON - 1) / People.PURCHASES_PER_PERSON;
    }

    IdMaker ids(IdMaker.Kind kind) {
        IdMaker maker = ids.get(kind);
        if (maker == null) {
            throw new IllegalStateException("no ids for " + kind);
        }
        return maker;
    }

    /** The buyer of something that is not a payment: someone who had bought by then. */
    Person personAt(long time, Chance chance) {
        long newest = times.paymentsBefore(time) / People.PURCHASES_PER_PERSON;
        return people.at(chance.below(newest + 1));
    }

    String paymentOrder(long position) {
        return order(position);
    }

    String bookingOrder(long position) {
        return order(times.volume().payments() + position);
    }

    String subscriptionOrder(long position) {
        return order(times.volume().payments() + times.volume().bookings() + position);
    }

    private String order(long position) {
        long number = Math.floorMod(position * STRIDE + (seed >>> 20), ORDERS);
        return Long.toString(ORDERS + number).substring(1);
    }

    /** Unique per seller in both modes: live ones count even, test ones odd. */
    String ticketShortId(long position) {
        long mask = (1L << 40) - 1;
        long value = (position * 2 + (live ? 0 : 1)) & mask;
        // Each step can be undone within forty bits, so different positions stay different.
        value = value * 0x5851f42d4dL & mask;
        value ^= value >>> 19;
        value = (value * 0x9e3779b97f4a7c15L + shop.seed()) & mask;
        value ^= value >>> 23;
        char[] text = new char[8];
        for (int i = 0; i < text.length; i++) {
            text[i] = SHORT.charAt((int) (value >>> (i * 5)) & 31);
        }
        return new String(text);
    }
}
