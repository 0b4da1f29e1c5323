/** Invoices. */
package io.tollgate.invoice;
