package io.tollgate.demo;

/**
 * What of a charge was paid, is due, and was given back.
 *
 * @param refundedAt 0 where nothing was given back
 * @param updatedAt when the charge last changed
 */
record Settlement(
        long paid, long due, long refunded, long refundedAt, long canceledAt, long recoveredAt, long updatedAt) {

    static Settlement of(Charge charge) {
        long total = charge.quote().total();
        Chance chance = charge.chance(1);
        long paid = switch (charge.status()) {
            case "paid", "refunded", "partial_refund" -> total;
            case "partially_paid" -> Math.min(total, PageDocuments.DEPOSIT);
            default -> 0;
        };
        long due = switch (charge.status()) {
            case "canceled", "draft_expired" -> 0;
            default -> total - paid;
        };
        long refunded = switch (charge.status()) {
            case "refunded" -> paid;
            case "partial_refund" -> 1 + chance.below(paid - 1);
            default -> 0;
        };
        long refundedAt = refunded > 0 ? later(charge, chance, 20 * Moments.DAY) : 0;
        long canceledAt = charge.status().equals("canceled") ? later(charge, chance, 10 * Moments.DAY) : 0;
        long recoveredAt = charge.recovered() ? later(charge, chance, 2 * Moments.DAY) : 0;
        long settled =
                Math.min(charge.book().now(), charge.createdAt() + Moments.SECOND + chance.below(Moments.MINUTE));
        long updatedAt = Math.max(Math.max(refundedAt, canceledAt), Math.max(recoveredAt, settled));
        return new Settlement(paid, due, refunded, refundedAt, canceledAt, recoveredAt, updatedAt);
    }

    private static long later(Charge charge, Chance chance, long most) {
        return Math.min(charge.book().now(), charge.createdAt() + Moments.HOUR + chance.below(most));
    }
}
