package io.tollgate.tools.demo;

import io.tollgate.platform.resource.Scope;

/** The planned purchases of one seller in one mode: how many, when, and with which order numbers. */
record PurchasePlan(Shop shop, Scope scope, long seed, Timeline times) {
    private static final long ORDERS = 100_000_000;
    /** Coprime with the number of order numbers, so that different positions get different order numbers. */
    private static final long STRIDE = 61_803_399;

    private static final String SHORT = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

    static PurchasePlan of(Shop shop, boolean live, Timeline.Volume volume) {
        long seed = DemoRandom.hash(shop.seed(), live ? 1 : 2);
        Timeline times = new Timeline(seed, shop.start(), shop.now(), volume);
        return new PurchasePlan(shop, new Scope(shop.id(), live), seed, times);
    }

    boolean live() {
        return scope.live();
    }

    long now() {
        return shop.now();
    }

    People people() {
        return new People(this);
    }

    long customers() {
        return (times.volume().payments() + People.PURCHASES_PER_PERSON - 1) / People.PURCHASES_PER_PERSON;
    }

    IdMaker ids(IdMaker.Kind kind) {
        return new IdMaker(seed, kind);
    }

    /** Returns the buyer of a booking or subscription: an existing customer at that time. */
    Person personAt(long time, DemoRandom random) {
        long newest = times.paymentsBefore(time) / People.PURCHASES_PER_PERSON;
        return people().at(random.below(newest + 1));
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

    /** Returns an id that is unique per seller across both modes: live positions are even, test positions are odd. */
    String ticketShortId(long position) {
        long mask = (1L << 40) - 1;
        long value = (position * 2 + (live() ? 0 : 1)) & mask;
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
