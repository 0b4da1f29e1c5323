/**
 * A server that speaks the part of Stripe's wire protocol that Tollgate uses, so that one adapter
 * serves it and the real service.
 *
 * <p>Its accounts are those of sellers, one for each mode; its books are in the database, so that
 * they survive a restart and are the same for all nodes. {@link io.tollgate.processor.simulator.Faults}
 * tells how it is made to fail.
 */
package io.tollgate.processor.simulator;
