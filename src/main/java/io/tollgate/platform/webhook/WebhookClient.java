package io.tollgate.platform.webhook;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends deliveries to the addresses that {@link AddressPolicy} permits. A name is resolved once for each delivery, and
 * the delivery connects to the address that was checked. Redirects are not followed.
 */
final class WebhookClient {
    /** Bytes of a response that are kept. The rest is not read. */
    static final int KEPT_MAX = 16 * 1024;

    private static final int IDLE_SECONDS = 15;

    private final HttpClient client;
    private final AddressPolicy policy;
    private final Function<String, Future<InetAddress>> names;
    private final int timeoutMillis;

    /**
     * A response.
     *
     * @param body at most the first {@link #KEPT_MAX} bytes
     */
    record Received(int status, @Nullable String retryAfter, Buffer body) {}

    /** The delivery may not connect to the address of the webhook. */
    static final class RefusedAddress extends RuntimeException {
        RefusedAddress(String message) {
            super(message);
        }
    }

    /** @param names resolves the name of a host */
    WebhookClient(
            Vertx vertx, WebhookSettings settings, AddressPolicy policy, Function<String, Future<InetAddress>> names) {
        this.client = vertx.createHttpClient(
                new HttpClientOptions()
                        .setConnectTimeout(settings.timeoutMillis())
                        .setIdleTimeout(settings.timeoutMillis())
                        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                        .setKeepAliveTimeout(IDLE_SECONDS),
                // Sellers share the connections to a host. As many as deliveries, so that a slow one delays no other.
                new PoolOptions().setHttp1MaxSize(Math.max(1, settings.max())));
        this.policy = policy;
        this.names = names;
        this.timeoutMillis = settings.timeoutMillis();
    }

    /** Sends a delivery. Fails if there is no complete response in time. */
    Future<Received> send(String url, Map<String, String> headers, Buffer body) {
        String problem = policy.problem(url);
        if (problem != null) {
            return Future.failedFuture(new RefusedAddress("The URL " + problem));
        }
        URI uri = URI.create(url);
        Exchange exchange = new Exchange();
        return address(uri.getHost())
                .compose(address -> request(uri, address, headers))
                .compose(request -> exchange.run(request, body))
                .timeout(timeoutMillis, TimeUnit.MILLISECONDS)
                .onFailure(failure -> exchange.end());
    }

    /** A request with its response. The timeout of a request ends with the head of the response. */
    private static final class Exchange {
        private @Nullable HttpClientRequest begun;
        private boolean ended;

        synchronized Future<Received> run(HttpClientRequest request, Buffer body) {
            begun = request;
            if (ended) {
                end();
                return Future.failedFuture("the attempt has ended");
            }
            return request.send(body).compose(response -> read(request, response));
        }

        synchronized void end() {
            ended = true;
            if (begun != null) {
                Future<Void> unused = begun.reset();
            }
        }
    }

    private Future<InetAddress> address(String host) {
        InetAddress literal = AddressPolicy.literal(host);
        Future<InetAddress> resolved = literal == null ? names.apply(host) : Future.succeededFuture(literal);
        return resolved.map(address -> {
            if (!policy.permits(address)) {
                throw new RefusedAddress("The host has an address that is not public");
            }
            return address;
        });
    }

    private Future<HttpClientRequest> request(URI uri, InetAddress address, Map<String, String> headers) {
        int port = AddressPolicy.port(uri);
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String query = uri.getRawQuery();
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setServer(SocketAddress.inetSocketAddress(port, address.getHostAddress()))
                .setHost(uri.getHost())
                .setPort(port)
                .setSsl(uri.getScheme().equalsIgnoreCase("https"))
                .setURI(query == null ? path : path + "?" + query)
                .setFollowRedirects(false)
                .setTimeout(timeoutMillis)
                .setHeaders(MultiMap.caseInsensitiveMultiMap().addAll(headers));
        return client.request(options);
    }

    private static Future<Received> read(HttpClientRequest request, HttpClientResponse response) {
        Promise<Received> read = Promise.promise();
        Buffer kept = Buffer.buffer();
        response.handler(part -> {
                    int room = KEPT_MAX - kept.length();
                    kept.appendBuffer(part, 0, Math.min(room, part.length()));
                    if (part.length() >= room && read.tryComplete(received(response, kept))) {
                        request.reset();
                    }
                })
                .exceptionHandler(failure -> read.tryFail(failure))
                .endHandler(ended -> read.tryComplete(received(response, kept)));
        return read.future();
    }

    private static Received received(HttpClientResponse response, Buffer kept) {
        return new Received(response.statusCode(), response.getHeader("Retry-After"), kept.copy());
    }

    void close() {
        client.close();
    }
}
