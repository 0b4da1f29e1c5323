/**
 * Declarative definitions of resources.
 *
 * <p>A {@link Resource} is a value: path, table, fields, filters and search rules. Routes,
 * parameter validation, SQL, counts, record columns and the OpenAPI document are derived from it. Definitions contain
 * data only, no lambdas or reflection; code for a single resource belongs to its feature package.
 */
package io.tollgate.platform.resource;
