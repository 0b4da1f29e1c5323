/** Decodes stored documents into the values of {@link io.tollgate.catalog}. */
@NullMarked
package io.tollgate.catalog.json;

import org.jspecify.annotations.NullMarked;
