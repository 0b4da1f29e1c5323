package io.tollgate.catalog.file;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ClientId;
import io.tollgate.platform.http.MemoryBudget;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Stores files in a bucket of an S3-compatible store, with path-style addressing. */
final class S3Store implements FileStore {
    private static final int TIMEOUT_MILLIS = 20_000;
    private static final byte[] NONE = {};

    /** Matches keys of this store, which consist of ids and so never contain escaped XML. Other keys are ignored. */
    private static final Pattern ENTRY = Pattern.compile(
            "<Contents>(?:(?!</Contents>).)*?<Key>([0-9a-f]{24})/([0-9a-f]{24}(?:\\.[0-9]{1,5})?)</Key>"
                    + "(?:(?!</Contents>).)*?<LastModified>([^<]+)</LastModified>",
            Pattern.DOTALL);

    private final Vertx vertx;
    private final HttpClient client;
    private final URI endpoint;
    private final String bucket;
    private final S3Signature signature;
    private final Clock clock;

    S3Store(Vertx vertx, StorageSettings settings, Clock clock) {
        this.vertx = vertx;
        this.endpoint = URI.create(settings.endpoint());
        this.bucket = settings.bucket();
        this.signature = new S3Signature(settings.region(), settings.accessKey(), settings.secretKey());
        this.clock = clock;
        this.client = vertx.createHttpClient(new HttpClientOptions()
                .setSsl("https".equals(endpoint.getScheme()))
                .setConnectTimeout(TIMEOUT_MILLIS));
    }

    /** Status and body of a response. */
    private record Reply(int status, Buffer body) {
        Reply expect(int... expected) {
            for (int one : expected) {
                if (status == one) {
                    return this;
                }
            }
            throw new IllegalStateException("the file store returned status " + status);
        }
    }

    /**
     * Uploads the file in one request, because the signature covers the whole body. The memory budget bounds concurrent
     * uploads; excess requests get a 503.
     */
    @Override
    public Future<Void> put(Scope scope, String fileId, Path from) {
        MemoryBudget.Share share = MemoryBudget.FILES.share(ClientId.ofSeller(scope.sellerId()));
        return vertx.executeBlocking(() -> Files.size(from), false)
                .compose(size -> {
                    if (!share.reserve(Math.toIntExact(size))) {
                        throw ApiError.unavailable();
                    }
                    return vertx.executeBlocking(() -> FileBytes.of(from), false);
                })
                .compose(bytes -> send(HttpMethod.PUT, key(scope, fileId), "", bytes))
                .map(reply -> reply.expect(200, 201, 204))
                .onComplete(sent -> share.release())
                .mapEmpty();
    }

    @Override
    public Future<Void> putSize(Scope scope, String fileId, int width, byte[] picture) {
        return send(HttpMethod.PUT, key(scope, FileStore.nameOf(fileId, width)), "", picture)
                .map(reply -> reply.expect(200, 201, 204))
                .mapEmpty();
    }

    @Override
    public Future<@Nullable Buffer> readSize(Scope scope, String fileId, int width) {
        return read(scope, FileStore.nameOf(fileId, width));
    }

    @Override
    public Future<@Nullable Buffer> read(Scope scope, String fileId) {
        return send(HttpMethod.GET, key(scope, fileId), "", NONE)
                .map(reply -> reply.expect(200, 404).status() == 200 ? reply.body() : null);
    }

    @Override
    public Future<Void> delete(Scope scope, String fileId) {
        Future<Void> done = deleteOne(scope, fileId);
        for (int width : PictureSizes.WIDTHS) {
            done = done.compose(last -> deleteOne(scope, FileStore.nameOf(fileId, width)));
        }
        return done;
    }

    private Future<Void> deleteOne(Scope scope, String name) {
        return send(HttpMethod.DELETE, key(scope, name), "", NONE)
                .map(reply -> reply.expect(200, 204, 404))
                .mapEmpty();
    }

    @Override
    public Future<List<StoredFile>> list(String after) {
        String start = after.isEmpty() ? "" : "&start-after=" + URLEncoder.encode(after, StandardCharsets.UTF_8);
        return send(HttpMethod.GET, "", "list-type=2&max-keys=" + LIST_MAX + start, NONE)
                .map(reply -> {
                    List<StoredFile> found = new ArrayList<>();
                    Matcher entry = ENTRY.matcher(reply.expect(200).body().toString(StandardCharsets.UTF_8));
                    while (entry.find()) {
                        found.add(new StoredFile(entry.group(1), entry.group(2), Instant.parse(entry.group(3))));
                    }
                    return found;
                });
    }

    private static String key(Scope scope, String name) {
        return "/" + scope.sellerId() + "/" + name;
    }

    private Future<Reply> send(HttpMethod method, String key, String query, byte[] body) {
        int port = endpoint.getPort();
        int defaultPort = "https".equals(endpoint.getScheme()) ? 443 : 80;
        String host = endpoint.getHost() + (port < 0 || port == defaultPort ? "" : ":" + port);
        String path = endpoint.getRawPath().replaceAll("/+$", "") + "/" + bucket + key;
        RequestOptions options = new RequestOptions()
                .setMethod(method)
                .setHost(endpoint.getHost())
                .setPort(port < 0 ? defaultPort : port)
                .setURI(path + (query.isEmpty() ? "" : "?" + query))
                .setTimeout(TIMEOUT_MILLIS);
        signature.headers(method.name(), host, path, query, body, clock.now()).forEach(options::putHeader);
        // The body is taken within the first callback, on the thread of the request. A callback that another thread
        // adds to the outer future may come after the body, which is then lost: the file would be empty.
        return client.request(options)
                .compose(request -> request.send(Buffer.buffer(body))
                        .compose(response -> response.body().map(bytes -> new Reply(response.statusCode(), bytes))));
    }
}
