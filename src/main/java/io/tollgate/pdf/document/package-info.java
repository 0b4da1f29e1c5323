/**
 * Writes PDF files: tagged for screen readers, with embedded fonts and deterministic bytes. A document can contain
 * text, shapes and images but no active content: no API can write a script, a link or a launch action.
 */
package io.tollgate.pdf.document;
