/** Events with their ticket groups and ticket types. */
package io.tollgate.event;
