package io.tollgate.platform.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.catalog.file.FileSamples;
import io.tollgate.support.Eventually;
import io.tollgate.support.Load;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Back-pressure on pipelined requests. */
@SecondStage
class PipeliningTest {
    /** Larger than the socket buffers of the system. */
    private static final int LARGE = 10_000_000;

    private static long processed(TestGateway gateway, String route) {
        return new TestApi(gateway.managementUrl(), null)
                .get("/metrics")
                .body()
                .lines()
                .filter(line ->
                        line.startsWith("tollgate_request_seconds_count") && line.contains("route=\"" + route + "\""))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    private static void await(TestGateway gateway, String route) {
        assertThat(Eventually.isTrue(() -> processed(gateway, route) > 0)).isTrue();
        assertThat(processed(gateway, route)).isEqualTo(1);
    }

    /** The control is part of the test: once the client reads, the request is processed. */
    @Test
    void a_request_waits_until_earlier_responses_are_read() throws IOException {
        byte[] picture = Arrays.copyOf(FileSamples.png(1, 1), LARGE);
        TestApi seller = TestGateway.shared().seller().live();
        String location = FileSamples.upload(seller, "image", "a.png", picture)
                .expect(201)
                .json()
                .at("/data/location")
                .textValue();
        try (TestGateway gateway = TestGateway.startPatient(Map.of());
                Socket client = new Socket()) {
            client.setReceiveBufferSize(4_096);
            client.connect(new InetSocketAddress("127.0.0.1", gateway.port()));
            client.setSoTimeout(20_000);
            String requests = "GET " + URI.create(location).getPath() + " HTTP/1.1\r\nHost: a\r\n\r\n"
                    + "GET /docs HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
            client.getOutputStream().write(requests.getBytes(StandardCharsets.US_ASCII));
            await(gateway, "/files/:seller/:file");
            Load.pause(1_000);
            assertThat(processed(gateway, "/docs")).isZero();
            client.getInputStream().transferTo(OutputStream.nullOutputStream());
            await(gateway, "/docs");
        }
    }
}
