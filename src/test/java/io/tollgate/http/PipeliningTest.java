package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Load;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Back-pressure on pipelined requests. */
class PipeliningTest {
    private static final int REQUESTS = 8;

    /** Eight responses of more than a megabyte: the socket buffers of the system cannot take all. */
    private static final String SCRIPT = "/docs/5.34.1/swagger-ui-bundle.js";

    private static String get(String more) {
        return "GET " + SCRIPT + " HTTP/1.1\r\nHost: a\r\n" + more + "\r\n";
    }

    private static long processed(TestGateway gateway) {
        return new TestApi(gateway.managementUrl(), null)
                .get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("tollgate_request_seconds_count") && line.contains(SCRIPT))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    /** The control is the client that reads: then all requests are processed. */
    @Test
    void a_request_waits_until_earlier_responses_are_read() throws IOException {
        try (TestGateway gateway = TestGateway.start(Map.of());
                Socket client = new Socket()) {
            gateway.api(null).get(SCRIPT).expect(200);
            client.setReceiveBufferSize(4_096);
            client.connect(new InetSocketAddress("127.0.0.1", gateway.port()));
            OutputStream out = client.getOutputStream();
            for (int i = 1; i < REQUESTS; i++) {
                out.write(get("").getBytes(StandardCharsets.US_ASCII));
                Load.pause(20);
            }
            out.write(get("Connection: close\r\n").getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < 100 && processed(gateway) < 2; i++) {
                Load.pause(100);
            }
            Load.pause(1_000);
            assertThat(processed(gateway)).isBetween(2L, (long) REQUESTS);
            client.setSoTimeout(20_000);
            client.getInputStream().transferTo(OutputStream.nullOutputStream());
            assertThat(processed(gateway)).as("with the one before").isEqualTo(REQUESTS + 1L);
        }
    }
}
