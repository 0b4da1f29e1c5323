/**
 * Writes PDF files: tagged for screen readers, with fonts inside, and the same bytes for the same
 * calls. A document can hold text, shapes and pictures and nothing that acts: there is no way to
 * write a script, a link or a launch.
 */
package io.tollgate.pdf.document;
