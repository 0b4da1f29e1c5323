/**
 * What sellers sell, as immutable values: events, checkout pages, products, coupons and tax rates.
 *
 * <p>The values have the members of the stored documents that rules read; {@link io.tollgate.catalog.json} decodes
 * them. Nothing here depends on JSON, Postgres or Vert.x, so rules can be tested with plain values.
 */
@NullMarked
package io.tollgate.catalog;

import org.jspecify.annotations.NullMarked;
