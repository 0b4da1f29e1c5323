package io.tollgate.pricing;

import java.util.List;

/**
 * The taxes of an order.
 *
 * @param inclusive whether prices include the taxes; otherwise they are added
 */
public record Taxation(boolean inclusive, List<Rate> rates) {
    /** No tax. */
    public static final Taxation NONE = new Taxation(false, List.of());

    /** A tax rate and its name on the order. */
    public record Rate(String name, Percent percent) {}

    public Taxation {
        rates = List.copyOf(rates);
    }

    /**
     * Returns the tax of each rate. Added taxes are rounded separately. Included taxes are rounded in total and then
     * allocated by rate, so that price minus tax is exact.
     */
    long[] on(long amount) {
        long[] taxes = new long[rates.size()];
        if (!inclusive) {
            for (int i = 0; i < taxes.length; i++) {
                taxes[i] = rates.get(i).percent().share(amount);
            }
            return taxes;
        }
        Percent all = new Percent(0);
        for (int i = 0; i < taxes.length; i++) {
            Percent one = rates.get(i).percent();
            all = all.plus(one);
            taxes[i] = one.parts();
        }
        return taxes.length == 0 ? taxes : Shares.of(all.containedIn(amount), taxes);
    }
}
