/**
 * Endpoints as values, and the router that serves them.
 *
 * <p>{@link io.tollgate.api.Api} has the order in which each request is checked.
 */
package io.tollgate.api;
