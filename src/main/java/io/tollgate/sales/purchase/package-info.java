/**
 * What purchases of all kinds share: reading the catalog within a transaction, the customer, the order number, and the
 * members that payments, bookings, subscriptions and invoices have in common.
 */
@NullMarked
package io.tollgate.sales.purchase;

import org.jspecify.annotations.NullMarked;
