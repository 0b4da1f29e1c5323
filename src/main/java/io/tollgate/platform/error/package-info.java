/**
 * Errors that are returned to clients.
 *
 * <p>Every expected error is an {@link ApiError}; any other exception is a defect or a failure of
 * this service. Only the failure handler of {@code http} converts them to responses, so that no other code depends on
 * the format of an error body.
 */
package io.tollgate.platform.error;
