/**
 * Renders documents on worker threads. Features submit a template and its content as JSON and receive bytes. Equal
 * content gives equal bytes, so finished documents are cached by content digest, and concurrent requests for the same
 * document share one rendering.
 *
 * <p>The queue, the waiting time and the caches are bounded.
 */
package io.tollgate.pdf;
