/**
 * The dashboard: pages on which the members of a seller see and change what the API shows. Pages call the endpoints of
 * the API as their member, and read no table themselves.
 */
@NullMarked
package io.tollgate.dashboard;

import org.jspecify.annotations.NullMarked;
