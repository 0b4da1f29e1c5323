/** Subscriptions and the payments they make. */
package io.tollgate.subscription;
