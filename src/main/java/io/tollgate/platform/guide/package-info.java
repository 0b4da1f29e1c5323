/**
 * The guides: Markdown files converted to HTML pages, with samples in four languages and an index for full-text
 * search. Independent of all other packages.
 */
package io.tollgate.platform.guide;
