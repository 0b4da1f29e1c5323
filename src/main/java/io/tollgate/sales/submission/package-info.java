/** The definition of submissions, which visitors send through forms. */
package io.tollgate.sales.submission;
