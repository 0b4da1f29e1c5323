/** Subscriptions and their payments. */
package io.tollgate.subscription;
