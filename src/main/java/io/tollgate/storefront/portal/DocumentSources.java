package io.tollgate.storefront.portal;

import io.tollgate.catalog.file.FileLinks;
import io.tollgate.sales.invoice.InvoiceLinks;
import io.tollgate.sales.ticket.TicketPdfRoutes;

/** Where the documents and files of purchases come from. */
public record DocumentSources(InvoiceLinks invoices, TicketPdfRoutes tickets, FileLinks files) {}
