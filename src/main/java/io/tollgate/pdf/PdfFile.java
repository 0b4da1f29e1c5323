package io.tollgate.pdf;

import io.vertx.core.buffer.Buffer;

/**
 * A rendered document in memory.
 *
 * @param name ASCII file name
 */
public record PdfFile(String name, Buffer bytes) {}
