/** Moves a seller from one installation to another. */
package io.tollgate.tools.transfer;
