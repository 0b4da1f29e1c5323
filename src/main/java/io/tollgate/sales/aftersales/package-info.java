/** What happens to orders after they were placed: payments that sellers record, and cancellations. */
@NullMarked
package io.tollgate.sales.aftersales;

import org.jspecify.annotations.NullMarked;
