/**
 * Measures a running gateway from outside, and the drawing of documents by itself.
 *
 * <p>Machines differ and are noisy, so figures are ratios within one run: of a list over the same
 * statement without a gateway, of a large seller over a small one. What is compared is measured in
 * turn, several rounds, and the median is taken.
 */
package io.tollgate.bench;
