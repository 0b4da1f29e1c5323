/**
 * How records of what happened are kept and read.
 *
 * <p>A record is rendered once, when it is written; reading copies its bytes. Its typed columns,
 * its narrow twin and its entry in the journal of counts are projected from it in one place, so
 * they cannot drift apart, and {@code scripts/doctor} proves that they have not.
 */
package io.tollgate.records;
