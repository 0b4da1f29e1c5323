/**
 * Puts a gateway under load and holds what it answers against what it should: the same records in every order, the
 * same bytes for the same request, sums that add up. The rate is given and does not wait for answers, unless asked to.
 */
package io.tollgate.loadtest;
