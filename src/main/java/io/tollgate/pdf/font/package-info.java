/**
 * The bundled fonts: which one draws a character, and the part of it that goes into a document.
 *
 * <p>No character is without a font: what none covers is drawn as a box, and keeps its meaning for
 * readers that extract text.
 */
package io.tollgate.pdf.font;
