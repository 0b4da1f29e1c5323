package io.tollgate.sales.cart;

import java.util.List;

/** An order bump that a request selects. */
public record RequestedBump(String productId, int quantity, List<RequestedVariant> variants) {}
