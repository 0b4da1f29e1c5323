/**
 * The definitions of endpoints, and the router that serves them.
 *
 * <p>{@link Api} defines the order in which requests are checked.
 */
package io.tollgate.platform.api;
