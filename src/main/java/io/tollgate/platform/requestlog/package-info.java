/** The log of calls of the API that sellers see. Calls are written in batches, apart from the requests. */
package io.tollgate.platform.requestlog;
