/** Lists that sellers export to files, once or by a schedule. */
package io.tollgate.sales.savedexport;
