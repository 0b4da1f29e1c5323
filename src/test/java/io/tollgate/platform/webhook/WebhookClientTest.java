package io.tollgate.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.http.Networks;
import io.tollgate.platform.webhook.WebhookClient.Received;
import io.tollgate.platform.webhook.WebhookClient.RefusedAddress;
import io.tollgate.support.TestSeller;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SelfSignedCertificate;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Outgoing deliveries over real connections: addresses are checked and pinned, and redirects are not followed. */
class WebhookClientTest {
    private static final AddressPolicy PUBLIC = new AddressPolicy(new Networks(List.of()), false);
    private static final AddressPolicy LOOPBACK = new AddressPolicy(new Networks(List.of()), true);
    private static final WebhookSettings SETTINGS = new WebhookSettings(8, 5_000, List.of(), true, 30);

    private final Vertx vertx = Vertx.vertx();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private Handler<HttpServerRequest> answer = request -> request.response().end("thanks");

    @AfterEach
    void close() {
        TestSeller.await(vertx.close());
    }

    private int serve(HttpServerOptions options) {
        return serve(options, "127.0.0.1");
    }

    private int serve(HttpServerOptions options, String host) {
        return TestSeller.await(vertx.createHttpServer(options)
                        .requestHandler(request -> {
                            requests.add(request.authority().toString());
                            answer.handle(request);
                        })
                        .listen(0, host))
                .actualPort();
    }

    private WebhookClient client(AddressPolicy policy, String... addresses) {
        Deque<String> left = new ArrayDeque<>(List.of(addresses));
        return new WebhookClient(vertx, SETTINGS, policy, name -> {
            asked.add(name);
            return Future.future(promise -> {
                try {
                    promise.complete(InetAddress.getByName(left.remove()));
                } catch (UnknownHostException invalid) {
                    promise.fail(invalid);
                }
            });
        });
    }

    private static Received send(WebhookClient client, String url) {
        return TestSeller.await(client.send(url, Map.of("x-test", "1"), Buffer.buffer("{}")));
    }

    @Test
    void connectsToTheAddressThatWasCheckedWithTheNameInTheHost() {
        int port = serve(new HttpServerOptions(), "127.0.0.2");
        Received received = send(client(LOOPBACK, "127.0.0.2"), "http://a.localhost:" + port + "/hook?x=1");
        assertThat(received.status()).isEqualTo(200);
        assertThat(received.body()).hasToString("thanks");
        assertThat(requests).containsExactly("a.localhost:" + port);
        assertThat(asked).containsExactly("a.localhost");
    }

    @Test
    void doesNotConnectToANameWithAPrivateAddress() {
        int port = serve(new HttpServerOptions());
        assertThatThrownBy(() -> send(client(PUBLIC, "127.0.0.1"), "https://hooks.example:" + port + "/"))
                .isInstanceOf(RefusedAddress.class);
        assertThat(requests).isEmpty();
    }

    @Test
    void checksTheUrlOfEachDeliveryBecauseSettingsChange() {
        int port = serve(new HttpServerOptions());
        AddressPolicy allowed = new AddressPolicy(Networks.of(List.of("127.0.0.0/8")), false);
        assertThatThrownBy(() -> send(client(allowed), "http://127.0.0.1:" + port + "/"))
                .isInstanceOf(RefusedAddress.class);
        assertThat(requests).isEmpty();
    }

    @Test
    void checksEachDeliveryBecauseNamesAreRebound() {
        int port = serve(new HttpServerOptions());
        WebhookClient client = client(LOOPBACK, "127.0.0.1", "10.0.0.1", "169.254.169.254", "::ffff:10.0.0.1");
        String url = "http://rebound.localhost:" + port + "/";
        assertThat(send(client, url).status()).isEqualTo(200);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> send(client, url)).isInstanceOf(RefusedAddress.class);
        }
        assertThat(requests).hasSize(1);
    }

    @Test
    void returnsRedirectsAndDoesNotFollowThem() {
        int port = serve(new HttpServerOptions());
        for (int status : List.of(301, 302, 303, 307, 308)) {
            requests.clear();
            answer = request -> request.response()
                    .setStatusCode(status)
                    .putHeader("Location", "http://localhost:" + port + "/other")
                    .end();
            assertThat(send(client(LOOPBACK, "127.0.0.1"), "http://localhost:" + port + "/")
                            .status())
                    .isEqualTo(status);
            assertThat(requests).hasSize(1);
        }
    }

    @Test
    void keepsTheBeginningOfALongResponse() {
        int port = serve(new HttpServerOptions());
        answer = request -> {
            request.response().setChunked(true);
            for (int i = 0; i < 64; i++) {
                request.response().write("x".repeat(1024));
            }
            request.response().putTrailer("never", "ends");
        };
        Received received = send(client(LOOPBACK, "127.0.0.1"), "http://localhost:" + port + "/");
        assertThat(received.body().length()).isEqualTo(WebhookClient.KEPT_MAX);
    }

    @Test
    void refusesACertificateThatNobodySigned() {
        int port = serve(new HttpServerOptions()
                .setSsl(true)
                .setKeyCertOptions(
                        SelfSignedCertificate.create("hooks.localhost").keyCertOptions()));
        assertThatThrownBy(() -> send(client(LOOPBACK, "127.0.0.1"), "https://hooks.localhost:" + port + "/"))
                .hasRootCauseInstanceOf(java.security.GeneralSecurityException.class);
        assertThat(requests).isEmpty();
    }

    /** A response that never ends does not keep its connection, although it is never idle. */
    @Test
    void endsTheConnectionOfAnUnfinishedResponse() {
        Promise<Void> closed = Promise.promise();
        answer = request -> {
            request.response().setChunked(true);
            long timer = vertx.setPeriodic(20, next -> request.response().write("a"));
            request.connection().closeHandler(end -> {
                vertx.cancelTimer(timer);
                closed.tryComplete();
            });
        };
        int port = serve(new HttpServerOptions());
        WebhookClient client = hasty(Future.failedFuture("no name is resolved"));
        assertThatThrownBy(() -> send(client, "http://127.0.0.1:" + port + "/")).isInstanceOf(RuntimeException.class);
        TestSeller.await(closed.future());
    }

    /** The name of the first delivery is resolved after its time, and before the second delivery. */
    @Test
    void sendsNothingAfterItsTime() throws UnknownHostException {
        int port = serve(new HttpServerOptions());
        Promise<InetAddress> resolved = Promise.promise();
        WebhookClient client = hasty(resolved.future());
        assertThatThrownBy(() -> send(client, "http://late.localhost:" + port + "/"))
                .isInstanceOf(RuntimeException.class);
        resolved.complete(InetAddress.getByName("127.0.0.1"));
        send(client(LOOPBACK, "127.0.0.1"), "http://next.localhost:" + port + "/");
        assertThat(requests).containsExactly("next.localhost:" + port);
    }

    /** Returns a client whose deliveries have little time. */
    private WebhookClient hasty(Future<InetAddress> address) {
        return new WebhookClient(vertx, new WebhookSettings(8, 500, List.of(), true, 30), LOOPBACK, name -> address);
    }

    @Test
    void refusesUrlsThatAreNotAscii() {
        assertThat(PUBLIC.problem("https://example.com/\u4e2d")).contains("ASCII");
        assertThat(PUBLIC.problem("https://example.com/%E4%B8%AD")).isNull();
    }
}
