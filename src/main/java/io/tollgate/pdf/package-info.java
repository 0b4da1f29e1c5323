/**
 * Draws documents on worker threads. Features hand in a template and its content as JSON; they get
 * bytes back. The same content gives the same bytes, so bytes are kept by the content's digest, and
 * callers that ask for the same at the same time share one rendering.
 *
 * <p>Everything has a limit: how many wait, how long they wait, how much is kept.
 */
package io.tollgate.pdf;
