/**
 * The clock.
 *
 * <p>No other code reads the system time. Code that depends on the time receives a {@code Clock}, so that tests can
 * set it.
 */
package io.tollgate.platform.clock;
