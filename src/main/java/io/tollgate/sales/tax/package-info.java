/** Asks the processor for the tax of orders, for hosted pages, quotes and bookings. */
@NullMarked
package io.tollgate.sales.tax;

import org.jspecify.annotations.NullMarked;
