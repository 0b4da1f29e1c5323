/**
 * Postgres: where it is, how it is reached, how its schema comes about.
 *
 * <p>The embedded Postgres is a real one, a child process on a data folder that outlives it. One process at a
 * time holds that folder; whoever comes second may use the database, by its address, but never the folder.
 */
package io.tollgate.db;
