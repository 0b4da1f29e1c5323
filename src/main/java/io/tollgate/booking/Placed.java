package io.tollgate.booking;

import io.tollgate.seller.SellerDetails;

/**
 * A booking that has its number and its customer, and lacks its places and its invoice.
 *
 * @param seller whose details the invoice copies
 */
record Placed(Draft draft, String id, String orderId, String customerId, SellerDetails seller) {}
