/** Decodes stored documents into the values of {@link io.tollgate.catalog.model}. */
@NullMarked
package io.tollgate.catalog.model.json;

import org.jspecify.annotations.NullMarked;
