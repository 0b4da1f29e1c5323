package io.tollgate.demo;

/** How charges end, about as often as they do. */
final class ChargeStatus {
    private ChargeStatus() {}

    private static final String[] STATUSES = {
        "paid",
        "refunded",
        "partial_refund",
        "unpaid",
        "partially_paid",
        "pending",
        "failed",
        "canceled",
        "created",
        "draft",
        "draft_expired"
    };

    static String any(Chance chance) {
        return STATUSES[chance.weighted(715, 30, 35, 35, 20, 10, 40, 15, 10, 50, 40)];
    }

    /** Whether the buyer of a new customer's first purchase got as far as being one. */
    static String ofCustomer(Chance chance) {
        String status = any(chance);
        return status.startsWith("draft") || status.equals("created") ? "paid" : status;
    }
}
