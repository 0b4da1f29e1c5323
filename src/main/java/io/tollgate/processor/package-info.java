/**
 * The client of the payment processor.
 *
 * <p>Features call {@link ProcessorClient}, which never blocks; workers make the calls. Each
 * call is recorded in {@link io.tollgate.platform.task.Tasks} first, so that a crash leaves no orphaned objects at the
 * processor.
 */
package io.tollgate.processor;
