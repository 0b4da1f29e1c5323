/** Invoices. */
package io.tollgate.sales.invoice;
