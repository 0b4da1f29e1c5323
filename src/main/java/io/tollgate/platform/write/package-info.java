/** Runs writes: one transaction with the change, its audit entry and the response to its idempotency key. */
package io.tollgate.platform.write;
