/**
 * The one clock.
 *
 * <p>Nothing else reads the time: what depends on it is handed a clock, so that it can be tested
 * at any moment.
 */
package io.tollgate.clock;
