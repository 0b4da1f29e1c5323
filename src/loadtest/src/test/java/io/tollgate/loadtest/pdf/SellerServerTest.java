package io.tollgate.loadtest.pdf;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tollgate.loadtest.call.Answer;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Client;
import io.tollgate.loadtest.call.Keys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The seller's own server, between a gateway and its buyers. */
class SellerServerTest {
    private static final Keys KEYS = new Keys("", "sk_test_secret");
    private static final String PATH = "/tickets/" + "a".repeat(24);

    private final List<String> asked = new ArrayList<>();
    private HttpServer gateway;
    private SellerServer server;
    private Client buyer;
    private volatile String etag = "\"1\"";
    private volatile int status = 200;

    @BeforeEach
    void start() throws IOException {
        gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        gateway.createContext("/", this::answer);
        gateway.start();
        server = new SellerServer("http://127.0.0.1:" + gateway.getAddress().getPort(), KEYS, Call.Caller.TEST_KEY);
        buyer = new Client(server.url(), new Keys("", ""));
    }

    @AfterEach
    void stop() {
        server.close();
        gateway.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String known = exchange.getRequestHeaders().getFirst("If-None-Match");
            asked.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization") + " " + known);
            exchange.getResponseHeaders().set("ETag", etag);
            exchange.getResponseHeaders().set("Content-Type", "application/pdf");
            boolean same = etag.equals(known);
            byte[] body = ("%PDF-" + etag + " %%EOF").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(same ? 304 : status, same ? -1 : body.length);
            if (!same) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    @Test
    void buyer_gets_the_copy_as_long_as_it_is_right() {
        String path = "/v1/bookings/" + "a".repeat(24) + "/ticket-pdf Bearer sk_test_secret ";
        Answer first = buyer.get(Call.Caller.BUYER, PATH);
        Answer second = buyer.get(Call.Caller.BUYER, PATH);
        etag = "\"2\"";
        Answer third = buyer.get(Call.Caller.BUYER, PATH);
        assertThat(asked).containsExactly(path + "null", path + "\"1\"", path + "\"1\"");
        assertThat(List.of(first, second, third))
                .extracting(answer -> answer.header(SellerServer.UPSTREAM))
                .containsExactly("200", "304", "200");
        assertThat(new String(second.body(), StandardCharsets.UTF_8)).isEqualTo("%PDF-\"1\" %%EOF");
        assertThat(second.header("ETag")).isEqualTo("\"1\"");
        assertThat(new String(third.body(), StandardCharsets.UTF_8)).isEqualTo("%PDF-\"2\" %%EOF");
        assertThat(third.header(SellerServer.ASKED)).isEqualTo("\"1\"");
    }

    @Test
    void refusals_are_passed_on_and_not_kept() {
        status = 404;
        assertThat(buyer.get(Call.Caller.BUYER, PATH).status()).isEqualTo(404);
        status = 200;
        assertThat(buyer.get(Call.Caller.BUYER, PATH).header(SellerServer.ASKED))
                .isEmpty();
    }

    @Test
    void nothing_else_is_passed_on() {
        assertThat(buyer.get(Call.Caller.BUYER, "/v1/payments").status()).isEqualTo(404);
        assertThat(asked).isEmpty();
    }
}
