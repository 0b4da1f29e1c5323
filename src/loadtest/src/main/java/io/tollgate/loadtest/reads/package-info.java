/** Lists walked from end to end and back, records read one by one, filters and searches. */
package io.tollgate.loadtest.reads;
