package io.tollgate.pricing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The amounts of one ticket: its share of each step of a quote. The shares of a line's tickets sum to the line.
 *
 * @param complimentary face value and booking fee that were given away
 * @param discount its share of the bulk discount, and of a rounding that takes something off
 * @param fee its booking fee, and its share of the order's fees and of a rounding that adds something
 * @param tax its share of the tax, whether its price contains the tax or not
 * @param revenue the amount charged for the ticket, tax included
 */
public record TicketAmounts(
        long originalPrice, long discount, long coupon, long complimentary, long fee, long tax, long revenue) {

    /**
     * Allocates a quote's line, and the line of its booking fees if there is one, to the line's tickets by largest
     * remainder.
     *
     * @param step each revenue is a multiple of this amount if the line is
     */
    public static List<TicketAmounts> of(Part part, @Nullable Part fees, long step) {
        int quantity = part.line().quantity();
        long price = part.line().unitPrice();
        long[] discount = equally(quantity, part.bulkDiscount());
        long[] coupon = coupon(part, fees, discount);
        long[] complimentary =
                equally(quantity, part.complimentaryDiscount() + (fees == null ? 0 : fees.complimentaryDiscount()));
        long[] fee = equally(quantity, part.fee() + (fees == null ? 0 : fees.amount() + fees.fee()));
        long[] charged = IntStream.range(0, quantity)
                .mapToLong(i -> price - discount[i] - coupon[i] - complimentary[i] + fee[i])
                .toArray();
        // By what is charged for each ticket: a contained tax never exceeds it.
        long[] tax = Shares.of(part.tax() + (fees == null ? 0 : fees.tax()), charged);
        long[] unrounded = new long[quantity];
        Arrays.setAll(unrounded, i -> charged[i] + (part.taxAdded() ? tax[i] : 0));
        long[] revenue = multiples(part.total() + (fees == null ? 0 : fees.total()), step, unrounded);
        List<TicketAmounts> amounts = new ArrayList<>(quantity);
        for (int i = 0; i < quantity; i++) {
            long added = Math.max(0, revenue[i] - unrounded[i]);
            long off = Math.max(0, unrounded[i] - revenue[i]);
            amounts.add(new TicketAmounts(
                    price, discount[i] + off, coupon[i], complimentary[i], fee[i] + added, tax[i], revenue[i]));
        }
        return amounts;
    }

    private static long[] multiples(long total, long step, long[] unrounded) {
        if (step == 1 || total % step != 0) {
            return unrounded;
        }
        long[] shares = Shares.of(total / step, unrounded);
        Arrays.setAll(shares, i -> shares[i] * step);
        return shares;
    }

    /** Allocates by each ticket's remaining price, so that a coupon never exceeds it. */
    private static long[] coupon(Part part, @Nullable Part fees, long[] discount) {
        long price = part.line().unitPrice();
        long[] remaining = LongStream.of(discount).map(off -> price - off).toArray();
        long[] shares = Shares.of(part.couponDiscount(), remaining);
        long[] ofFees = equally(shares.length, fees == null ? 0 : fees.couponDiscount());
        Arrays.setAll(shares, i -> shares[i] + ofFees[i]);
        return shares;
    }

    private static long[] equally(int quantity, long amount) {
        long[] weights = new long[quantity];
        Arrays.fill(weights, 1);
        return Shares.of(amount, weights);
    }
}
