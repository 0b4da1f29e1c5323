/** Offers after purchases, as sellers read them: each run, and what the offers of a page earn. */
package io.tollgate.sales.funnel;
