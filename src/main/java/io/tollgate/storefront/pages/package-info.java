/** The hosted pages of buyers: routes, views, templates and assets. No rule of money is decided here. */
@NullMarked
package io.tollgate.storefront.pages;

import org.jspecify.annotations.NullMarked;
