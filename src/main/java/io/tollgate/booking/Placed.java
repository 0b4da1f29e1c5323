package io.tollgate.booking;

/**
 * A booking that has its number and its customer, and lacks its places and its invoice.
 *
 * @param sellerName as invoices show it
 */
record Placed(Draft draft, String id, String orderId, String customerId, String sellerName) {}
