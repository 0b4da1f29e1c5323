/**
 * The way of a request: log, edge, authentication, rate limit, endpoint, answer.
 *
 * <p>{@link io.tollgate.http.Api} is the table of contents. Any failure on the way reaches {@link
 * io.tollgate.http.FailureHandler}, the only place where one becomes a response.
 */
package io.tollgate.http;
