/** The fields, settings and slugs that checkout pages, forms and events have in common. */
package io.tollgate.catalog.page;
