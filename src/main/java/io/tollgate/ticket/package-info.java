/** Tickets: what admits an attendee. */
package io.tollgate.ticket;
