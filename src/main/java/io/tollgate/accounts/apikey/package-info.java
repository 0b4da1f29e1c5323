/**
 * API keys: format, storage, creation and revocation.
 *
 * <p>A key is shown once, when it is created. The database stores a keyed hash, from which the key cannot be
 * recovered, and which cannot be brute-forced without the installation's secret.
 */
package io.tollgate.accounts.apikey;
