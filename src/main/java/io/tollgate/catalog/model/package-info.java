/**
 * The catalog of a seller as immutable values: events, checkout pages, forms, products, coupons and tax rates.
 *
 * <p>The records have those fields of the stored documents that business rules read.
 * {@link io.tollgate.catalog.model.json} decodes the documents. The classes are independent of JSON, Postgres and
 * Vert.x, so that rules can be tested with plain values.
 */
@NullMarked
package io.tollgate.catalog.model;

import org.jspecify.annotations.NullMarked;
