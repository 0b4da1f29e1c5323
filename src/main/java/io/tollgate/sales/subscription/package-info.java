/** Subscriptions and their payments. */
package io.tollgate.sales.subscription;
