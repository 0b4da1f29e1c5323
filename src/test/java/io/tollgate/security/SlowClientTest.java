package io.tollgate.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Eventually;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Clients that send or read slowly, or hold many connections, are disconnected. */
class SlowClientTest {
    private static final int CONNECTIONS_MAX = 8;
    private static final Map<String, String> SHORT = Map.of(
            "limits.idleTimeoutSeconds", "1",
            "limits.bodyTimeoutMillis", "1000");

    /** The time within which a gateway with these limits disconnects, on a busy machine. */
    private static final int PATIENCE_MILLIS = 20_000;

    private static final int DRIP_MILLIS = 200;

    /** The server closes a connection without a request after 10 s. */
    private static final int COUNTED_MILLIS = 7_000;

    private static TestGateway gateway;
    private static TestSeller seller;

    @BeforeAll
    static void start() {
        gateway = TestGateway.startPatient(SHORT);
        seller = TestGateway.shared().seller();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private static Socket open(TestGateway to, String bytes) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress("127.0.0.1", to.port()), PATIENCE_MILLIS);
        socket.setSoTimeout(DRIP_MILLIS);
        send(socket, bytes);
        return socket;
    }

    private static void send(Socket socket, String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
    }

    /** Sends a line from time to time; returns whether the server closed the connection in time. */
    private static boolean isCutWhileSending(Socket socket, String line, int millis) throws IOException {
        long end = System.nanoTime() + millis * 1_000_000L;
        while (System.nanoTime() < end) {
            try {
                if (socket.getInputStream().read() < 0) {
                    return true;
                }
            } catch (SocketTimeoutException quiet) {
                // The connection is still open.
            } catch (SocketException reset) {
                return true;
            }
            try {
                send(socket, line);
            } catch (SocketException broken) {
                return true;
            }
        }
        return false;
    }

    private static String text(Socket socket) throws IOException {
        socket.setSoTimeout(PATIENCE_MILLIS);
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static String head(String line) {
        return line + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + seller.liveKey() + "\r\n";
    }

    @Test
    void a_head_that_never_ends_is_cut_off_though_it_is_not_silent() throws IOException {
        try (Socket slow = open(gateway, "GET /v1/payments HTTP/1.1\r\n")) {
            assertThat(isCutWhileSending(slow, "X-More: x\r\n", PATIENCE_MILLIS))
                    .isTrue();
        }
    }

    /** Control: only the limit closes the connection. */
    @SecondStage
    @Test
    void with_a_longer_limit_the_same_head_is_waited_for() throws IOException {
        try (Socket slow = open(TestGateway.shared(), "GET /v1/payments HTTP/1.1\r\n")) {
            assertThat(isCutWhileSending(slow, "X-More: x\r\n", 3_000)).isFalse();
        }
    }

    @SecondStage
    @Test
    void a_connection_that_is_used_now_and_then_stays() throws IOException {
        // Longer than the limit altogether, and far shorter between two requests, also on a busy machine.
        try (TestGateway patient = TestGateway.startPatient(Map.of("limits.idleTimeoutSeconds", "5"));
                Socket used = open(patient, "")) {
            used.setSoTimeout(PATIENCE_MILLIS);
            for (int i = 0; i < 8; i++) {
                send(used, head("GET /v1/payments/x") + "\r\n");
                assertThat(used.getInputStream().read()).as("request %s", i).isGreaterThan(0);
                used.getInputStream().skipNBytes(used.getInputStream().available());
                TestSeller.await(patient.vertx().timer(1, java.util.concurrent.TimeUnit.SECONDS));
                used.getInputStream().skipNBytes(used.getInputStream().available());
            }
        }
    }

    @Test
    void a_body_that_never_ends_is_refused_and_cut_off() throws IOException {
        String head = head("POST /v1/coupons") + "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n";
        try (Socket slow = open(gateway, head + "{")) {
            TestSeller.await(gateway.vertx().timer(500, java.util.concurrent.TimeUnit.MILLISECONDS));
            send(slow, " ");
            assertThat(text(slow)).startsWith("HTTP/1.1 408").contains("\"request_timeout\"");
        }
    }

    /** A request without a key, whose response does not wait for the body. */
    private static String rejected(int length) {
        return "POST /v1/coupons HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                + length + "\r\n\r\n";
    }

    @Test
    void the_body_of_a_rejected_request_that_never_ends_is_cut_off() throws IOException {
        try (Socket slow = open(gateway, rejected(1_000_000) + "{")) {
            assertThat(isCutWhileSending(slow, " ", PATIENCE_MILLIS)).isTrue();
        }
    }

    /** Control: only the limit closes the connection. */
    @SecondStage
    @Test
    void with_a_longer_limit_the_body_of_a_rejected_request_is_waited_for() throws IOException {
        try (Socket slow = open(TestGateway.shared(), rejected(1_000_000) + "{")) {
            assertThat(isCutWhileSending(slow, " ", 3_000)).isFalse();
        }
    }

    /** Eight responses of half a megabyte exceed the socket buffers, of which one is small. */
    @SecondStage
    @Test
    void whoever_does_not_read_is_cut_off() throws IOException {
        String one = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
        int length = gateway.api(null).get("/openapi.json").expect(200).body().length();
        try (Socket deaf = new Socket()) {
            deaf.setReceiveBufferSize(4_096);
            deaf.connect(new InetSocketAddress("127.0.0.1", gateway.port()), PATIENCE_MILLIS);
            send(deaf, one.repeat(8));
            TestSeller.await(gateway.vertx().timer(4_000, java.util.concurrent.TimeUnit.MILLISECONDS));
            long read = 0;
            try {
                deaf.setSoTimeout(PATIENCE_MILLIS);
                read = deaf.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
            } catch (SocketException reset) {
                read = 0;
            }
            assertThat(read).isLessThan(8L * length);
        }
    }

    /** Each request waits for the response to the one before, so that all of them are in memory. */
    @Test
    void whoever_sends_many_requests_without_an_answer_is_cut_off() throws IOException {
        String one = head("GET /v1/payments?limit=1") + "\r\n";
        String last = head("GET /v1/payments?limit=1") + "Connection: close\r\n\r\n";
        try (Socket some = open(gateway, one.repeat(7) + last)) {
            assertThat(text(some).split("HTTP/1.1 200", -1)).as("eight answers").hasSize(9);
        }
        try (Socket many = open(gateway, one.repeat(200) + last)) {
            assertThat(answers(many)).isLessThan(200);
        }
    }

    private static int answers(Socket socket) throws IOException {
        try {
            return text(socket).split("HTTP/1.1 200", -1).length - 1;
        } catch (SocketException reset) {
            return 0;
        }
    }

    @Test
    void one_address_has_so_many_connections_and_gets_another_when_one_is_closed() throws Exception {
        assertBounded(Map.of("limits.addressConnectionsMax", "8"));
    }

    /** The limit per address does not apply to a trusted proxy; the limit for all connections does. */
    @Test
    void all_together_have_so_many_connections_and_get_another_when_one_is_closed() throws Exception {
        assertBounded(Map.of("limits.connectionsMax", "8", "trustedProxies", "127.0.0.1"));
    }

    private static void assertBounded(Map<String, String> settings) throws Exception {
        List<Socket> held = new ArrayList<>();
        try (TestGateway popular = TestGateway.startPatient(settings)) {
            for (int i = 0; i < 2 * CONNECTIONS_MAX; i++) {
                held.add(open(popular, "G"));
            }
            long end = System.nanoTime() + COUNTED_MILLIS * 1_000_000L;
            int cut = cut(held);
            while (cut < CONNECTIONS_MAX && System.nanoTime() < end) {
                cut = cut(held);
            }
            assertThat(cut).isEqualTo(CONNECTIONS_MAX);
            for (Socket socket : held) {
                socket.close();
            }
            assertThat(Eventually.isTrue(() -> isServed(popular))).isTrue();
        }
    }

    /** Returns how many connections the server has closed so far. */
    private static int cut(List<Socket> sockets) throws IOException {
        int cut = 0;
        for (Socket socket : sockets) {
            cut += isCutWhileSending(socket, "", 1) ? 1 : 0;
        }
        return cut;
    }

    private static boolean isServed(TestGateway by) {
        try (Socket next = open(by, head("GET /v1/account") + "Connection: close\r\n\r\n")) {
            return text(next).startsWith("HTTP/1.1 200");
        } catch (IOException cut) {
            // The server notices closed connections a moment later.
            return false;
        }
    }

    @Test
    void a_trusted_proxy_has_as_many_as_it_wants() throws IOException {
        List<Socket> held = new ArrayList<>();
        try (TestGateway behind =
                TestGateway.startPatient(Map.of("limits.addressConnectionsMax", "2", "trustedProxies", "127.0.0.1"))) {
            for (int i = 0; i < 10; i++) {
                held.add(open(behind, head("GET /v1/account") + "Connection: close\r\n\r\n"));
            }
            for (Socket socket : held) {
                assertThat(text(socket)).startsWith("HTTP/1.1 200");
                socket.close();
            }
        }
    }
}
