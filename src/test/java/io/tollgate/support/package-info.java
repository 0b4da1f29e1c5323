/**
 * What tests stand on: one real Postgres and one gateway for the whole run, a seller of its own for
 * each test, HTTP in and HTTP out.
 */
package io.tollgate.support;
