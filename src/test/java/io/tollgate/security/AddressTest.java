package io.tollgate.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** URLs from clients: none can contain a script, and none is ever fetched. */
class AddressTest {
    private final TestSeller seller = TestGateway.shared().seller();

    private Reply form(String address) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("name", "Form").put("afterPaymentAction", "redirect").put("redirectUrl", address);
        return seller.live().post("/v1/forms", body.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert(1)",
                "JaVaScRiPt:alert(1)",
                "java\tscript:alert(1)",
                "java\nscript:alert(1)",
                "\u0001javascript:alert(1)",
                " javascript:alert(1)",
                "javascript://example.com/%0aalert(1)",
                "data:text/html,<script>alert(1)</script>",
                "data:;base64,PHNjcmlwdD4=",
                "vbscript:msgbox(1)",
                "file:///etc/passwd",
                "ftp://example.com/x",
                "gopher://example.com/x",
                "blob:https://example.com/x",
                "about:blank",
                "ws://example.com",
                "mailto:a@example.com",
                "tel:123",
                "//evil.example/x",
                "///evil.example/x",
                "\\\\evil.example\\x",
                "/\\evil.example/x",
                "\t//evil.example/x",
                "https:evil.example",
                "https:/evil.example",
                "https:///evil.example",
                "https://",
                "https://good.example@evil.example/x",
                "https://good.example:pw@evil.example/x",
                "https://good.example%40evil.example/x",
                "https://evil.example\\@good.example/x",
                "https://[::1",
                "https://exa mple.com/",
                "https://example.com/\r\nX: y",
                "https://example.com/\u0000",
                "https://example.com/<script>",
                "https://example.com/\"onclick=\"x",
                "http://%00",
                "h\u0442tps://example.com",
                "\uff48ttps://example.com",
                "https\u003a\u200b//example.com",
                "www.example.com",
                "example.com/x",
                "?redirect=x",
                "#x",
                ""
            })
    void what_is_no_plain_web_address_is_refused(String address) {
        assertThat(form(address).problems()).contains("redirectUrl");
    }

    /** Control: URLs close to the rejected ones are accepted. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com",
                "http://example.com/a/b?c=d&e=%20#f",
                "HTTPS://EXAMPLE.COM/",
                "https://example.com:8443/x",
                "https://xn--bcher-kva.example/",
                "https://example.com/?next=javascript:alert(1)"
            })
    void plain_web_addresses_are_kept_as_they_are(String address) {
        assertThat(form(address).expect(201).json().at("/data/redirectUrl").textValue())
                .isEqualTo(address);
    }

    @SecondStage
    @Test
    void what_callers_name_is_never_fetched() throws IOException {
        AtomicInteger connections = new AtomicInteger();
        try (ServerSocket sink = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread listener = new Thread(() -> count(sink, connections));
            listener.setDaemon(true);
            listener.start();
            List<String> spellings =
                    List.of("127.0.0.1", "127.1", "2130706433", "0x7f.1", "localhost", "localhost.", "[::ffff:7f00:1]");
            int stored = 0;
            for (String host : spellings) {
                String address = "http://" + host + ":" + sink.getLocalPort() + "/x";
                Reply reply = form(address);
                assertThat(reply.status()).isIn(201, 400);
                if (reply.status() == 201) {
                    stored++;
                    String path = "/v1/forms/" + reply.json().at("/data/id").textValue();
                    seller.live().get(path).expect(200);
                    seller.live().patch(path, "{\"status\":\"published\"}").expect(200);
                }
            }
            assertThat(stored).isGreaterThan(0);
            TestSeller.await(TestGateway.shared().vertx().timer(500, TimeUnit.MILLISECONDS));
            assertThat(connections.get()).isZero();
            // Control: a fetch would have been counted.
            new Socket(sink.getInetAddress(), sink.getLocalPort()).close();
            assertThat(seller.settles(() -> connections.get() == 1)).isTrue();
        }
    }

    private static void count(ServerSocket sink, AtomicInteger connections) {
        try {
            while (true) {
                sink.accept().close();
                connections.incrementAndGet();
            }
        } catch (SocketException closed) {
            // The test is over.
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
