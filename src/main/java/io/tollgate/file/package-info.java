/** Files that sellers upload. */
package io.tollgate.file;
