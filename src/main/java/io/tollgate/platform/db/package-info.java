/**
 * Access to Postgres: connections, transactions, migrations and the embedded server.
 *
 * <p>The embedded Postgres is a child process on a persistent data folder. One process at a time holds that folder.
 * Other processes may connect to its database by URL but never use the folder.
 */
package io.tollgate.platform.db;
