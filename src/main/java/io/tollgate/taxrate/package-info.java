/** Tax rates. */
package io.tollgate.taxrate;
