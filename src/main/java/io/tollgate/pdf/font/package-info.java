/**
 * The bundled fonts: font selection by character, and font subsets for documents.
 *
 * <p>A character that no font covers is drawn as a box; extracted text still contains it.
 */
package io.tollgate.pdf.font;
