/**
 * Verifies that the contents of the database are consistent.
 *
 * <p>Every record is read, projected again and compared with its columns. Every id is looked up within its seller and
 * mode. Sums, counts, numbers and capacities are recomputed and compared with the stored values. The rules
 * intentionally do not share code with the writers, because shared code would share its defects.
 */
@NullMarked
package io.tollgate.tools.doctor;

import org.jspecify.annotations.NullMarked;
