/** Asynchronous logging that never blocks a request. */
package io.tollgate.platform.log;
