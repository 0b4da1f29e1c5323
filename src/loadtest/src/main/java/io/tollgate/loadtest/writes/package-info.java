/** Tickets booked, let in and out, priced; customers changed. What was answered is kept, and counted up at the end. */
package io.tollgate.loadtest.writes;
