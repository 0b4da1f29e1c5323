/** The start of Tollgate: the settings, the composition root, and the table of all endpoints. */
package io.tollgate.app;
