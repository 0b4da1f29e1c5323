/**
 * The audit log: what each key changed, and when.
 *
 * <p>An entry is written in the transaction of its change, so that neither can exist without the other.
 */
package io.tollgate.platform.audit;
