package io.tollgate.platform.http;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The most that a key may give away.
 *
 * @param counterId id of the key that counts what is given away in a day
 * @param refundAmount by currency; a currency that is missing cannot be refunded; empty without a ceiling
 * @param complimentaryTickets in a day; null without a ceiling
 */
public record Ceilings(
        String counterId,
        Map<String, Refunds> refundAmount,
        @Nullable Long complimentaryTickets) {
    /**
     * Ceilings of refunds in one currency, in its smallest unit; null without a ceiling.
     *
     * @param perRefund of each refund
     * @param perDay of all refunds of a day
     */
    public record Refunds(
            @Nullable Long perRefund, @Nullable Long perDay) {}

    public Ceilings {
        refundAmount = Map.copyOf(refundAmount);
    }

    /** Returns the same ceilings with another counter. */
    public Ceilings countedBy(String otherId) {
        return new Ceilings(otherId, refundAmount, complimentaryTickets);
    }

    /** Returns whether these ceilings allow at most as much as others. */
    public boolean within(Ceilings others) {
        return within(complimentaryTickets, others.complimentaryTickets)
                && (others.refundAmount.isEmpty() || (!refundAmount.isEmpty() && refundsWithin(others)));
    }

    private boolean refundsWithin(Ceilings others) {
        return refundAmount.entrySet().stream().allMatch(one -> {
            Refunds most = others.refundAmount.get(one.getKey());
            return most != null
                    && within(one.getValue().perRefund(), most.perRefund())
                    && within(one.getValue().perDay(), most.perDay());
        });
    }

    private static boolean within(@Nullable Long ceiling, @Nullable Long other) {
        return other == null || (ceiling != null && ceiling <= other);
    }
}
