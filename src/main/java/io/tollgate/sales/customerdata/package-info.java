/** The data of one customer as an archive. */
package io.tollgate.sales.customerdata;
