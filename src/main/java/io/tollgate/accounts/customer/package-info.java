/** Buyers. */
package io.tollgate.accounts.customer;
