/** Sellers, the owners of accounts. */
package io.tollgate.accounts.seller;
