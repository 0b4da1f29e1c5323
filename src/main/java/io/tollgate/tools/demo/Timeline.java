package io.tollgate.tools.demo;

/**
 * Computes the time of each record from its position: distributed evenly over the period with some randomness, and in
 * order within a kind. An upsell follows its first purchase within one hour.
 */
record Timeline(long seed, long start, long now, Volume volume) {
    private static final int PAYMENTS = 1;

    /** The numbers of records of one seller in one mode. */
    record Volume(long payments, long bookings, long subscriptions, long submissions) {}

    /**
     * Returns the first possible time. Kinds other than payments start slightly later, so that there are customers.
     */
    private long base(int kind, long position, long count) {
        long delay = kind == PAYMENTS ? 0 : Math.min(4 * gap(volume.payments()), (now - start) / 2);
        long span = now - start - delay - Millis.SECOND;
        long random = (DemoRandom.hash(seed, kind, position) >>> 1) % Math.max(1, gap(count) / 3);
        return start + delay + Math.multiplyExact(span, position) / Math.max(1, count) + random;
    }

    private long gap(long count) {
        return (now - start) / Math.max(1, count);
    }

    /** Returns the random part of a time: at most fifty minutes, and less if purchases are dense. */
    private long within(int kind, long position, long count) {
        long most = Math.min(50 * Millis.MINUTE, gap(count) / 3);
        return 1 + (DemoRandom.hash(seed, kind, position) >>> 1) % Math.max(1, most);
    }

    long payment(long position) {
        return isUpsell(position)
                ? base(PAYMENTS, position - 1, volume.payments()) + within(11, position, volume.payments())
                : base(PAYMENTS, position, volume.payments());
    }

    /** Returns whether this payment is an accepted upsell of the previous payment. */
    boolean isUpsell(long payment) {
        return payment % 20 == 7;
    }

    /** Returns whether the next payment is an accepted upsell of this one. */
    boolean leadsToUpsell(long payment) {
        return isUpsell(payment + 1) && payment + 1 < volume.payments();
    }

    long booking(long position) {
        return base(2, position, volume.bookings());
    }

    long submission(long position) {
        return base(4, position, volume.submissions());
    }

    /** The role of a subscription in a funnel. */
    enum Funnel {
        NONE,
        /** The payment at {@link #partner} is an upsell of the subscription. */
        LEADS_TO_PAYMENT,
        /** The subscription is an upsell of the payment at {@link #partner}. */
        AFTER_PAYMENT,
        LEADS_TO_SUBSCRIPTION,
        AFTER_SUBSCRIPTION
    }

    Funnel funnel(long subscription) {
        Funnel funnel = switch ((int) (subscription % 10)) {
            case 3 -> Funnel.LEADS_TO_PAYMENT;
            case 1, 6 -> Funnel.AFTER_PAYMENT;
            case 7 -> Funnel.LEADS_TO_SUBSCRIPTION;
            case 8 -> Funnel.AFTER_SUBSCRIPTION;
            default -> Funnel.NONE;
        };
        boolean linked = funnel == Funnel.LEADS_TO_PAYMENT || funnel == Funnel.AFTER_PAYMENT;
        boolean alone = linked && partner(subscription) < 0;
        boolean last = funnel == Funnel.LEADS_TO_SUBSCRIPTION && subscription + 1 >= volume.subscriptions();
        return alone || last ? Funnel.NONE : funnel;
    }

    /** Returns the payment that can share a funnel with this subscription; -1 if there is none. */
    long partner(long subscription) {
        long payment = subscription * volume.payments() / volume.subscriptions() + 2;
        while (payment % 20 == 6 || payment % 20 == 7 || payment % People.PURCHASES_PER_PERSON == 0) {
            payment++;
        }
        return payment < volume.payments() ? payment : -1;
    }

    /** Returns the subscription that shares a funnel with this payment; -1 if there is none. */
    long partnerOf(long payment) {
        if (volume.subscriptions() == 0) {
            return -1;
        }
        long near = payment * volume.subscriptions() / volume.payments();
        for (long candidate = Math.max(0, near - 1); candidate <= near; candidate++) {
            Funnel funnel = candidate < volume.subscriptions() ? funnel(candidate) : Funnel.NONE;
            if ((funnel == Funnel.LEADS_TO_PAYMENT || funnel == Funnel.AFTER_PAYMENT)
                    && partner(candidate) == payment) {
                return candidate;
            }
        }
        return -1;
    }

    long subscription(long position) {
        return switch (funnel(position)) {
            case LEADS_TO_PAYMENT -> payment(partner(position)) - within(13, position, volume.payments());
            case AFTER_PAYMENT -> payment(partner(position)) + within(13, position, volume.payments());
            case AFTER_SUBSCRIPTION ->
                base(3, position - 1, volume.subscriptions()) + within(13, position, volume.subscriptions());
            default -> base(3, position, volume.subscriptions());
        };
    }

    /** Returns the approximate number of payments before this time, never more than the exact number. */
    long paymentsBefore(long time) {
        double share = (double) (time - start) / (now - start);
        long payment = Math.min(volume.payments() - 1, (long) (share * volume.payments())) - 2;
        return Math.max(0, payment);
    }
}
