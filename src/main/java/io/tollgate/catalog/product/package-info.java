/** Products: the resource with its prices and variants, its endpoints, its stock, and order bumps. */
package io.tollgate.catalog.product;
