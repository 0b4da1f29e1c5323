/**
 * The failures that a caller is told about.
 *
 * <p>Everything that goes wrong on purpose is an {@link io.tollgate.error.ApiError}; whatever else
 * is thrown is a defect or a fault of ours. Only the failure handler of {@code http} turns either
 * into a response, so no other code knows what an error body looks like.
 */
package io.tollgate.error;
