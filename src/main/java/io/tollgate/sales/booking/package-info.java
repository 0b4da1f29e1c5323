/** Bookings, which are orders of event tickets: definition and endpoints. */
package io.tollgate.sales.booking;
