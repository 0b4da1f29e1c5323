/**
 * Reads and validates what clients send: paths, headers, parameters and bodies.
 *
 * <p>A {@link Body} declares the keys of a body. {@link Request#input} collects
 * every problem of a request, so that one 400 response lists all of them.
 */
package io.tollgate.platform.input;
