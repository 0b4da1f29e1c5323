/** What is counted while the load runs, and what is made of it at the end. */
package io.tollgate.loadtest.measure;
