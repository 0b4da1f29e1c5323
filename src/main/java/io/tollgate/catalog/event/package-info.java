/** Events with their ticket groups and ticket types: definitions, composition and endpoints. */
package io.tollgate.catalog.event;
