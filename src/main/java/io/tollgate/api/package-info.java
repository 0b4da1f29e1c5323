/**
 * The definitions of endpoints, and the router that serves them.
 *
 * <p>{@link io.tollgate.api.Api} defines the order in which requests are checked.
 */
package io.tollgate.api;
