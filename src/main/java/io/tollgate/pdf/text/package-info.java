/**
 * From text as people wrote it to glyphs in place: cleaning, order of writing, choice of fonts,
 * shaping, line breaks.
 *
 * <p>Any text gives lines that can be drawn: nothing here fails because of what a text contains.
 */
package io.tollgate.pdf.text;
