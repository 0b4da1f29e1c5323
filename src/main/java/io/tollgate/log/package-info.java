/** How the log is written without ever holding up a request. */
package io.tollgate.log;
