/** All data of one customer. */
package io.tollgate.sales.customerdata;
