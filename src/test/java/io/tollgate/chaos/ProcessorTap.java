package io.tollgate.chaos;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/**
 * An HTTP proxy in front of the processor. It fires a {@link KillSwitch} at the armed request: before the processor
 * receives it, or after it has responded and before the gateway receives the response.
 */
final class ProcessorTap implements AutoCloseable {
    private static final Set<String> OWN =
            Set.of("connection", "content-length", "expect", "host", "http2-settings", "transfer-encoding", "upgrade");

    private static final Pattern REFUND_ID = Pattern.compile("&?metadata(?:%5B|\\[)tollgate_id(?:%5D|\\])=[^&]*");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String target;
    private final KillSwitch kill;
    private volatile boolean withoutKeys;

    ProcessorTap(String url, KillSwitch kill) {
        this.target = url;
        this.kill = kill;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::forward);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Removes the idempotency keys of requests, and the ids of refunds, for a control. */
    void removeKeys() {
        withoutKeys = true;
    }

    private void forward(HttpExchange exchange) throws IOException {
        try (exchange) {
            String line = exchange.getRequestMethod() + " " + exchange.getRequestURI() + " ";
            KillPoint point = kill.take(KillPoint.Kind.CALL, line);
            if (point != null && !point.delivered()) {
                kill.fire();
                return;
            }
            HttpResponse<byte[]> response = client.send(request(exchange), HttpResponse.BodyHandlers.ofByteArray());
            if (point != null) {
                kill.fire();
                return;
            }
            response.headers().map().forEach((name, values) -> {
                if (!OWN.contains(name.toLowerCase(Locale.ROOT))) {
                    exchange.getResponseHeaders().put(name, values);
                }
            });
            int length = response.body().length;
            exchange.sendResponseHeaders(response.statusCode(), length == 0 ? -1 : length);
            exchange.getResponseBody().write(response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpRequest request(HttpExchange exchange) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(target + exchange.getRequestURI()))
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body(exchange)));
        exchange.getRequestHeaders().forEach((name, values) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            boolean removed = withoutKeys && lower.equals("idempotency-key");
            if (!OWN.contains(lower) && !removed) {
                values.forEach(value -> request.header(name, value));
            }
        });
        return request.build();
    }

    private byte[] body(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (!withoutKeys || !exchange.getRequestURI().getPath().equals("/v1/refunds")) {
            return body;
        }
        String form = new String(body, StandardCharsets.UTF_8);
        return REFUND_ID.matcher(form).replaceAll("").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
