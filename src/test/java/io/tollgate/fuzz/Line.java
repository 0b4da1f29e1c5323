package io.tollgate.fuzz;

import java.io.IOException;

/** Takes requests to a gateway and brings the answers. */
interface Line extends AutoCloseable {
    /** @param head whether the answer has no body, whatever its head says */
    Reply send(byte[] request, boolean head) throws IOException;

    @Override
    void close() throws IOException;
}
