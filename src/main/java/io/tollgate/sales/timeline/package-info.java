/** The timeline of a record: what happened to it, who did it, and who was told. */
package io.tollgate.sales.timeline;
