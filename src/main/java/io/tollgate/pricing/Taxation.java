package io.tollgate.pricing;

import java.util.List;

/**
 * The taxes of an order.
 *
 * @param inclusive whether prices contain them; else they are added
 */
public record Taxation(boolean inclusive, List<Rate> rates) {
    /** No tax. */
    public static final Taxation NONE = new Taxation(false, List.of());

    /** One tax by the name that the order shows. */
    public record Rate(String name, Percent percent) {}

    public Taxation {
        rates = List.copyOf(rates);
    }

    /**
     * The tax of each rate. Added taxes are rounded each; a contained one is rounded as a whole and
     * then shared out by rate, so that price less tax is exact.
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
