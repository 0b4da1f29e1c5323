/**
 * The documentation at {@code /docs}: Markdown files and the OpenAPI document converted to HTML pages, with samples in
 * four languages and an index for full-text search.
 */
package io.tollgate.platform.guide;
