/**
 * Storage and retrieval of records.
 *
 * <p>A record is rendered once, when it is written; reads copy its bytes. Its typed columns, lookup row and count
 * journal entry are all projected from it in one place, so that they stay consistent. {@code scripts/doctor} verifies
 * this.
 */
package io.tollgate.platform.records;
