/**
 * Lists as CSV and as one JSON record a line, of any length.
 *
 * <p>An {@code ExportWalk} reads a list page by page with the statements of the list, an {@code ExportEncoder} turns
 * each page into bytes, and an {@code ExportSender} sends them as fast as the client reads.
 */
package io.tollgate.platform.export;
