/**
 * Proof that what the database holds agrees with itself.
 *
 * <p>Every record is read, projected anew and compared with its columns; every id that names
 * something is looked up within its seller and mode; sums, counts, numbers and capacities are
 * computed from the records and compared with what is kept. The rules are written here a second
 * time on purpose: a check that shared the writer's code would share its mistakes.
 */
@NullMarked
package io.tollgate.tools.doctor;

import org.jspecify.annotations.NullMarked;
