/**
 * API keys: their form, how they are kept, and how they are made and revoked.
 *
 * <p>A key is shown once, when it is made. What is kept is a keyed hash, which neither gives the key back nor can
 * be tried out by whoever copies the database without the installation's secret.
 */
package io.tollgate.apikey;
