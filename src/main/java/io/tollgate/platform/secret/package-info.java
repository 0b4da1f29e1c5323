/** Derives keys from the master secrets, seals values and signs links, and rotates the secrets. */
package io.tollgate.platform.secret;
