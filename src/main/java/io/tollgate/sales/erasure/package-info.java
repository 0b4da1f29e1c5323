/** The erasure of a customer's personal data, by a task of bounded steps. */
package io.tollgate.sales.erasure;
