/** Bookings: orders of events. */
package io.tollgate.booking;
