/**
 * Declares, reads and validates settings. Flags override the environment, which overrides the file, which overrides
 * the defaults.
 *
 * <p>{@link io.tollgate.config.Settings} is the only list of settings. Tests compare it with the file in {@code
 * conf}, the page in {@code src/docs} and the names of the environment variables. An unknown setting fails the start,
 * so that a mistyped limit cannot go unnoticed.
 */
package io.tollgate.config;
