package io.tollgate.portal;

import io.tollgate.file.FileLinks;
import io.tollgate.invoice.InvoiceLinks;
import io.tollgate.ticket.TicketPdfRoutes;

/** Where the documents and files of purchases come from. */
public record DocumentSources(InvoiceLinks invoices, TicketPdfRoutes tickets, FileLinks files) {}
