/** Tickets, which admit attendees to events. */
package io.tollgate.sales.ticket;
