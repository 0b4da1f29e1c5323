/**
 * The HTTP servers of the API and of management: TLS, connection limits, request log, metrics, rate limits,
 * readiness and shutdown.
 *
 * <p>Every failure of a request reaches {@link FailureHandler}, which alone writes error responses.
 */
package io.tollgate.platform.server;
