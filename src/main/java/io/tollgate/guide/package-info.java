/**
 * The guides: Markdown files that become HTML pages, with samples in four languages and an index for full-text search.
 * Knows no other part of Tollgate.
 */
package io.tollgate.guide;
