/**
 * The way to Postgres: clients, migrations, ids, and the embedded server.
 *
 * <p>Every query has a deadline and every queue a bound; a database that is gone or paused costs a
 * caller milliseconds, not a hang.
 */
package io.tollgate.db;
