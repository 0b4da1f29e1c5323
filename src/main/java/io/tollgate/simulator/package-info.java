/**
 * A server that implements the part of Stripe's API that Tollgate uses, so that the same client works with it and
 * with Stripe.
 *
 * <p>Each seller has one account per mode. Its objects are stored in the database, so that they survive restarts and
 * are shared by all nodes. {@link Faults} describes how to inject faults.
 */
package io.tollgate.simulator;
