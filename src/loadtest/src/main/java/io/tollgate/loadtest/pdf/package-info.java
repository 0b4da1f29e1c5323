/**
 * Tickets as buyers download them: through a seller's own server, which holds the key, keeps a copy of each document
 * and asks the gateway whether it still is the right one.
 */
package io.tollgate.loadtest.pdf;
