package io.tollgate.demo;

/**
 * How a subscription went until now.
 *
 * @param billedFrom when its first period begins
 * @param endedAt when it was canceled or completed; 0 while it lasts
 * @param periods how many periods were charged, or tried to
 */
record Lifecycle(String status, long billedFrom, long endedAt, int periods) {

    static Lifecycle of(Book book, Offer offer, Offer.Price price, long createdAt, boolean completed, Chance chance) {
        long now = book.now();
        long billedFrom = createdAt + price.trialDays() * Moments.DAY;
        int roll = chance.below(100);
        if (!completed && roll < 14) {
            String status = roll < 4
                    ? "draft"
                    : roll < 7
                            ? "draft_expired"
                            : roll < 9
                                    ? "incomplete"
                                    : roll < 11 ? "incomplete_expired" : roll < 13 ? "failed" : "scheduled";
            return status.equals("scheduled")
                    ? new Lifecycle(status, now + (1 + chance.below(20)) * Moments.DAY, 0, 0)
                    : new Lifecycle(status, createdAt, 0, status.equals("incomplete") ? 1 : 0);
        }
        if (billedFrom > now) {
            return new Lifecycle("trialing", billedFrom, 0, 0);
        }
        int lasts = offer.kind() == Offer.Kind.PLAN ? price.iterations() : chance.between(1, 20);
        int periods = 0;
        while (periods < lasts && at(billedFrom, price, periods) <= now) {
            periods++;
        }
        long end = at(billedFrom, price, periods);
        if (offer.kind() == Offer.Kind.PLAN && periods == lasts) {
            return new Lifecycle("completed", billedFrom, at(billedFrom, price, periods - 1), periods);
        }
        if (periods == lasts && end <= now) {
            return new Lifecycle("canceled", billedFrom, end, periods);
        }
        int state = chance.below(100);
        String status = state < 5 ? "past_due" : state < 8 ? "unpaid" : state < 11 ? "paused" : "active";
        return new Lifecycle(status, billedFrom, 0, periods);
    }

    private static long at(long billedFrom, Offer.Price price, int period) {
        return Intervals.plus(billedFrom, price.interval(), period * price.intervalCount());
    }
}
