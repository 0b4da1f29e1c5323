package io.tollgate.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.internal.PlatformDependent;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.Eventually;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Clients that do not read their responses leave no response memory reserved. */
@Isolated("it measures the memory of all gateways")
class ResponseBufferTest {
    private static final int RECORDS = 100;
    private static final int CALLERS = 400;
    private static final long BOUND = 48L << 20;

    private final TestSeller seller = TestGateway.shared().seller();

    /** Their responses exceed the socket buffers, and together several times the limit. */
    @Test
    void aborted_responses_release_their_memory() throws Exception {
        IntStream.range(0, RECORDS).forEach(i -> seller.create(Payments.RESOURCE, true, record -> {}));
        String path = "/v1/payments?limit=" + RECORDS;
        int length = seller.live().get(path).expect(200).body().length();
        assertThat((long) length * CALLERS).isGreaterThan(2 * BOUND);
        long before = PlatformDependent.usedDirectMemory();
        for (int i = 0; i < CALLERS; i++) {
            breakOff(path);
        }
        assertThat(Eventually.isTrue(() -> PlatformDependent.usedDirectMemory() - before < BOUND))
                .isTrue();
        seller.live().get(path).expect(200);
    }

    /** Reads the first byte of the response and resets the connection. */
    private void breakOff(String path) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(4096);
            socket.setSoLinger(true, 0);
            socket.connect(
                    new InetSocketAddress("127.0.0.1", TestGateway.shared().port()));
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + seller.liveKey()
                                    + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().read()).isEqualTo('H');
        }
    }
}
