/** What happens to orders after they were placed: payments that sellers record, and cancellations. */
@NullMarked
package io.tollgate.order;

import org.jspecify.annotations.NullMarked;
