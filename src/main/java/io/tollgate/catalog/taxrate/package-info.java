/** Tax rates: the resource, its endpoints, and the fixed rates of products and events. */
package io.tollgate.catalog.taxrate;
