/** Messages between event loops and workers of one process. */
package io.tollgate.platform.bus;
