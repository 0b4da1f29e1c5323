/** Reports of sales: amounts and numbers of a period, by interval and by page, and what needs attention. */
package io.tollgate.sales.report;
