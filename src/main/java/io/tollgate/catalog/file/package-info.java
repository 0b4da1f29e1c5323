/** Files that sellers upload. */
package io.tollgate.catalog.file;
