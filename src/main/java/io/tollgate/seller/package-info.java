/** Sellers: the account owners. */
package io.tollgate.seller;
