package io.tollgate.tools.demo;

/**
 * When each thing happened, computed from its position: evenly over the whole span with some chance,
 * never out of order within a kind. An upsell follows its first purchase within the hour.
 */
final class Timeline {
    private static final int PAYMENTS = 1;

    private final long seed;
    private final long start;
    private final long now;
    private final Volume volume;

    /** How many records of the leading kinds a seller has in one mode. */
    record Volume(long payments, long bookings, long subscriptions, long submissions) {}

    Timeline(long seed, long start, long now, Volume volume) {
        this.seed = seed;
        this.start = start;
        this.now = now;
        this.volume = volume;
    }

    /** Everything else begins a little after the payments, so that there are customers. */
    private long base(int kind, long position, long count) {
        long delay = kind == PAYMENTS ? 0 : Math.min(4 * gap(volume.payments()), (now - start) / 2);
        long span = now - start - delay - Moments.SECOND;
        long chance = (Chance.hash(seed, kind, position) >>> 1) % Math.max(1, gap(count) / 3);
        return start + delay + Math.multiplyExact(span, position) / Math.max(1, count) + chance;
    }

    private long gap(long count) {
        return (now - start) / Math.max(1, count);
    }

    /** At most fifty minutes, and less where purchases are dense. */
    private long within(int kind, long position, long count) {
        long most = Math.min(50 * Moments.MINUTE, gap(count) / 3);
        return 1 + (Chance.hash(seed, kind, position) >>> 1) % Math.max(1, most);
    }

    long payment(long position) {
        return isUpsell(position)
                ? base(PAYMENTS, position - 1, volume.payments()) + within(11, position, volume.payments())
                : base(PAYMENTS, position, volume.payments());
    }

    /** Whether this payment is an accepted upsell of the payment before it. */
    boolean isUpsell(long payment) {
        return payment % 20 == 7;
    }

    /** Whether the next payment is an accepted upsell of this one. */
    boolean leadsToUpsell(long payment) {
        return isUpsell(payment + 1) && payment + 1 < volume.payments();
    }

    long booking(long position) {
        return base(2, position, volume.bookings());
    }

    long submission(long position) {
        return base(4, position, volume.submissions());
    }

    /** How a subscription belongs to a funnel. */
    enum Funnel {
        NONE,
        /** The payment at {@link #partner} is an upsell of it. */
        LEADS_TO_PAYMENT,
        /** It is an upsell of the payment at {@link #partner}. */
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

    /** The payment near this subscription with which it can share a funnel; -1 where there is none. */
    long partner(long subscription) {
        long payment = subscription * volume.payments() / volume.subscriptions() + 2;
        while (payment % 20 == 6 || payment % 20 == 7 || payment % People.PURCHASES_PER_PERSON == 0) {
            payment++;
        }
        return payment < volume.payments() ? payment : -1;
    }

    /** The subscription that shares a funnel with this payment; -1 where there is none. */
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

    /** How many payments had been made at this moment, about: never more than there were. */
    long paymentsBefore(long time) {
        double share = (double) (time - start) / (now - start);
        long payment = Math.min(volume.payments() - 1, (long) (share * volume.payments())) - 2;
        return Math.max(0, payment);
    }

    Volume volume() {
        return volume;
    }

    long now() {
        return now;
    }

    long start() {
        return start;
    }
}
