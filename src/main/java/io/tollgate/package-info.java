/** Tollgate, a checkout and payments API: the entry point, the settings, and the composition root. */
package io.tollgate;
