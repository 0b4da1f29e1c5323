/**
 * Realistic records of every kind, in any number, the same for the same seed.
 *
 * <p>Catalogs are made from the templates in {@code resources/demo}. Purchases are made up one after another from seed
 * and position, and none is kept: memory does not grow with their number. They follow the rules of the API, as carts of
 * {@link io.tollgate.sales.cart}, and become records by the writers of {@link io.tollgate.sales.purchase}. What can run
 * out (stock, places, uses of a coupon) is counted while purchases are made in the order of time.
 */
@NullMarked
package io.tollgate.tools.demo;

import org.jspecify.annotations.NullMarked;
