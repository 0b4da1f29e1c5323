/** Buyers. */
package io.tollgate.customer;
