/** Single requests: what is sent, what came back, and whether it was right. Knows nothing of the engine. */
package io.tollgate.loadtest.call;
