package io.tollgate.loadtest.pdf;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Keys;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A small server as a seller would run it: {@code GET /tickets/ID} streams the tickets of a booking to a buyer, from the
 * gateway, or from the copy kept where the gateway says that nothing changed. Adds {@value #UPSTREAM}, the gateway's
 * own status, and {@value #ASKED}, the ETag of the copy it asked about.
 */
final class SellerServer implements AutoCloseable {
    static final String UPSTREAM = "X-Upstream-Status";
    static final String ASKED = "X-Upstream-If-None-Match";

    private static final Pattern PATH = Pattern.compile("/tickets/([0-9a-f]{24})");
    private static final int THREADS = 32;
    private static final int WAITING_MAX = 1_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(25);

    private final HttpServer server;
    private final ExecutorService threads = new ThreadPoolExecutor(
            THREADS, THREADS, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING_MAX), SellerServer::daemon);
    private final HttpClient gateway = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
    private final String url;
    private final Keys keys;
    private final Call.Caller caller;

    /** Of no more bookings than the load asks for. */
    private final Map<String, Copy> copies = new ConcurrentHashMap<>();

    private record Copy(String etag, byte[] bytes) {}

    SellerServer(String url, Keys keys, Call.Caller caller) throws IOException {
        this.url = url;
        this.keys = keys;
        this.caller = caller;
        // Else the body of each answer waits for an acknowledgement of its head, 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), WAITING_MAX);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "seller-server");
        thread.setDaemon(true);
        return thread;
    }

    String url() {
        return "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":"
                + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Matcher path = PATH.matcher(exchange.getRequestURI().getPath());
            if (!path.matches()) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            proxy(path.group(1), exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void proxy(String booking, HttpExchange exchange) throws IOException, InterruptedException {
        Copy copy = copies.get(booking);
        HttpResponse<InputStream> response = ask(booking, copy);
        try (InputStream body = response.body()) {
            exchange.getResponseHeaders().set(UPSTREAM, Integer.toString(response.statusCode()));
            exchange.getResponseHeaders().set(ASKED, copy == null ? "" : copy.etag());
            for (String name : new String[] {"ETag", "Content-Type", "Retry-After", "Request-Id"}) {
                response.headers()
                        .firstValue(name)
                        .ifPresent(value -> exchange.getResponseHeaders().set(name, value));
            }
            if (response.statusCode() == 304 && copy != null) {
                exchange.getResponseHeaders().set("Content-Type", "application/pdf");
                exchange.sendResponseHeaders(200, copy.bytes().length);
                exchange.getResponseBody().write(copy.bytes());
            } else {
                stream(booking, response, body, exchange);
            }
        }
    }

    private HttpResponse<InputStream> ask(String booking, @Nullable Copy copy)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(url + "/v1/bookings/" + booking + "/ticket-pdf"))
                .header("Authorization", "Bearer " + keys.of(caller))
                .timeout(TIMEOUT);
        if (copy != null) {
            request.header("If-None-Match", copy.etag());
        }
        return gateway.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    }

    /** On to the buyer as it comes; a copy is kept when all of it came. */
    private void stream(String booking, HttpResponse<InputStream> response, InputStream body, HttpExchange exchange)
            throws IOException {
        long length = response.headers().firstValueAsLong("Content-Length").orElse(0);
        exchange.sendResponseHeaders(response.statusCode(), length);
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        OutputStream buyer = exchange.getResponseBody();
        byte[] buffer = new byte[8_192];
        for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
            buyer.write(buffer, 0, read);
            kept.write(buffer, 0, read);
        }
        String etag = response.headers().firstValue("ETag").orElse("");
        if (response.statusCode() == 200 && !etag.isEmpty()) {
            copies.put(booking, new Copy(etag, kept.toByteArray()));
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
