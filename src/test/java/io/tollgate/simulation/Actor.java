package io.tollgate.simulation;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import org.jspecify.annotations.Nullable;

/** Who sends requests: one at a time, and the next one when its outcome is known. */
interface Actor {
    /**
     * Sends the next request, and changes nothing else.
     *
     * @param url of the gateway
     * @param browser a browser to share
     */
    Shown send(String url, Buyer browser);

    /**
     * Reads the response.
     *
     * @param response null if none arrived
     * @return what happened, for the trace
     */
    String receive(@Nullable Shown response);
}
