/** Checks of what the database holds. */
package io.tollgate.doctor;
