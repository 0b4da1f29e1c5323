/** Tollgate, a checkout and payments API: the entry point. */
package io.tollgate;
