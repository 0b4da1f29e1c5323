/**
 * Converts text to positioned glyphs: cleaning, bidirectional order, font selection, shaping and line breaking.
 *
 * <p>Any text produces drawable lines: no input makes these classes fail.
 */
package io.tollgate.pdf.text;
