/**
 * Responses, and what requests of all kinds share: callers, headers, entity tags, bodies that are sent from memory
 * or files, and the memory budgets for them.
 */
package io.tollgate.platform.http;
