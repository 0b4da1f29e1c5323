package io.tollgate.sales.cart;

import java.util.Map;

/**
 * The tickets that a request selects.
 *
 * @param quantities the number of tickets by ticket type id
 * @param amounts the pay-what-you-want price of one ticket in minor units, by ticket type id
 * @param complimentary whether the tickets are free of charge
 */
public record RequestedTickets(Map<String, Integer> quantities, Map<String, Long> amounts, boolean complimentary) {
    /** Returns the number of all tickets. */
    public long count() {
        return quantities.values().stream().mapToLong(Integer::longValue).sum();
    }
}
