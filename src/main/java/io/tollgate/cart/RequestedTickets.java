package io.tollgate.cart;

import java.util.Map;

/**
 * The tickets that a buyer wants.
 *
 * @param quantities by the id of the ticket type
 * @param amounts what the buyer chose to pay for one ticket, by the id of the ticket type
 * @param complimentary whether the tickets are given away
 */
public record RequestedTickets(Map<String, Integer> quantities, Map<String, Long> amounts, boolean complimentary) {}
