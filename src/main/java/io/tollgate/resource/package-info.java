/**
 * What the interface reads, declared once.
 *
 * <p>A {@link io.tollgate.resource.Resource} is a value: path, table, fields, filters, search
 * rules. Routes, parameter checks, SQL, counters, the columns of a record and the published
 * document are derived from it. Data only: no lambdas, no reflection; what only one resource needs
 * is written in its feature.
 */
package io.tollgate.resource;
