/** Products with their prices and variants. */
package io.tollgate.product;
