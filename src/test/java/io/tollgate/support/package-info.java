/**
 * Shared test infrastructure. A test run uses one real Postgres and one shared gateway. Each test creates its own
 * seller and uses only HTTP.
 */
package io.tollgate.support;
