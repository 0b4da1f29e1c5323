/** Tollgate, a checkout and payments API: its entry, its settings, and the place where its parts are joined. */
package io.tollgate;
