/**
 * The audit trail: what each key changed, and when.
 *
 * <p>An entry is written in the transaction of the change that it tells of, so neither is ever there
 * without the other.
 */
package io.tollgate.audit;
