/**
 * Reads and validates what clients send: paths, headers, parameters and bodies.
 *
 * <p>A {@link io.tollgate.input.Body} declares the keys of a body. {@link io.tollgate.input.Request#input} collects
 * every problem of a request, so that one 400 response lists all of them.
 */
package io.tollgate.input;
