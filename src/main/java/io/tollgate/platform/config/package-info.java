/**
 * Reads and validates settings. Flags override the environment, which overrides the file, which overrides the defaults.
 *
 * <p>Each component declares its settings in a record beside its code, with {@link Setting} on each
 * component of the record. The root record composes these records. Tests compare it with the file in {@code conf} and
 * the page in {@code src/docs}. An unknown setting fails the start, so that a mistyped limit cannot go unnoticed.
 */
package io.tollgate.platform.config;
