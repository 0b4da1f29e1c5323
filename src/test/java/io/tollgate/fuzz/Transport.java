package io.tollgate.fuzz;

import java.io.IOException;

/** Sends requests to a gateway and returns the responses. */
interface Transport extends AutoCloseable {
    /** @param head whether the response has no body, as for HEAD */
    Reply send(byte[] request, boolean head) throws IOException;

    @Override
    void close() throws IOException;
}
