package io.tollgate.cart;

import java.util.List;

/** An order bump that a buyer wants beside what a page sells. */
public record RequestedBump(String productId, int quantity, List<RequestedVariant> variants) {}
