package io.tollgate.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tollgate.api.Api;
import io.tollgate.error.ApiError;
import io.tollgate.http.ApiResponse;
import io.tollgate.http.ClientId;
import io.tollgate.http.MemoryBudget;
import io.tollgate.input.Request;
import io.tollgate.records.Records;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the bytes of files: images to everyone, others to whoever has a signed link. */
public final class FileContentRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(FileContentRoutes.class);
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    private static final String ID = "[0-9a-f]{24}";
    private static final int HEAD = 8192;
    private static final String FOREVER = "public, max-age=31536000, immutable";

    private final Records records;
    private final FileStore store;
    private final FileLinks links;

    public FileContentRoutes(Records records, FileStore store, FileLinks links) {
        this.records = records;
        this.store = store;
        this.links = links;
    }

    /** Outside the API: no key is needed. */
    public void mount(Router router) {
        Api.reading(router, FileLinks.PATH + ":seller/:file", this::content);
        Api.reading(router, FileLinks.PATH + ":seller/:file/:name", this::content);
    }

    private Future<ApiResponse> content(Request request) {
        String seller = request.context().pathParam("seller");
        String id = request.context().pathParam("file");
        if (!seller.matches(ID) || !id.matches(ID)) {
            throw ApiError.notFound(Files.RESOURCE.noun());
        }
        Scope scope = new Scope(seller, true);
        boolean signed =
                links.isGood(scope, id, only(request.parameters(), "expires"), only(request.parameters(), "signature"));
        ApiError closed = closed(request.parameters());
        return records.get(scope, Files.RESOURCE, id)
                .recover(failure -> absent(failure, signed, closed))
                .compose(stored -> {
                    JsonNode file = parsed(stored);
                    boolean open = file.path("purpose").asText().equals("image")
                            && FileContent.IMAGES.contains(file.path("type").asText());
                    String name = request.context().pathParam("name");
                    boolean named = name == null
                            || name.equals(FileName.served(file.path("name").asText()));
                    if (!named || !open && !signed) {
                        throw closed;
                    }
                    if (request.context().request().method().equals(HttpMethod.HEAD)) {
                        String size = Long.toString(file.path("size").asLong());
                        return Future.succeededFuture(
                                answer(file, Buffer.buffer(), open).with("Content-Length", size));
                    }
                    return read(request, scope, id, file.path("size").asInt()).map(bytes -> {
                        if (bytes == null) {
                            throw ApiError.notFound(Files.RESOURCE.noun());
                        }
                        return answer(file, bytes, open);
                    });
                });
    }

    /** What is not for everyone and what is not there are answered alike: whoever has no link learns no id. */
    private static ApiError closed(List<Map.Entry<String, String>> parameters) {
        return parameters.isEmpty()
                ? ApiError.notFound(Files.RESOURCE.noun())
                : ApiError.forbidden("link_expired", "This link has expired or is not valid. Ask for a new one.");
    }

    private static Future<Buffer> absent(Throwable failure, boolean signed, ApiError closed) {
        return Future.failedFuture(!signed && ApiError.isNotFound(failure) ? closed : failure);
    }

    /** Nobody needs a key to ask for pictures: as many as fit are read at once, and others are to come again. */
    private Future<@Nullable Buffer> read(Request request, Scope scope, String id, int size) {
        MemoryBudget.Share share = MemoryBudget.FILES.share(ClientId.of(request.context()));
        if (!share.take(size)) {
            throw ApiError.unavailable();
        }
        return store.read(scope, id).recover(FileContentRoutes::outage).onComplete(read -> share.giveBack());
    }

    /** A store that does not answer is a fault of ours that passes. */
    private static Future<@Nullable Buffer> outage(Throwable failure) {
        LOG.warn("the file store failed: {}", failure.toString());
        return Future.failedFuture(ApiError.unavailable(RETRY_AFTER));
    }

    /** Nothing but a picture is ever shown by a browser: all else is for saving. */
    private static ApiResponse answer(JsonNode file, Buffer bytes, boolean open) {
        byte[] head = bytes.getBytes(0, Math.min(HEAD, bytes.length()));
        String type = file.path("type").asText();
        type = open ? type : FileTypes.served(type, head);
        ApiResponse answer = ApiResponse.ok(type, bytes)
                .with("X-Content-Type-Options", "nosniff")
                .with("Content-Security-Policy", "default-src 'none'; sandbox")
                .with("Cache-Control", open ? FOREVER : "private, no-store");
        if (open) {
            return answer.with("Cross-Origin-Resource-Policy", "cross-origin");
        }
        String name = FileName.served(file.path("name").asText());
        return answer.with("Content-Disposition", FileName.disposition(name))
                .with("X-Robots-Tag", "noindex, nofollow")
                .with("Referrer-Policy", "no-referrer");
    }

    /** Null where it is absent or repeated. */
    private static @Nullable String only(List<Map.Entry<String, String>> parameters, String name) {
        List<String> values = parameters.stream()
                .filter(parameter -> parameter.getKey().equals(name))
                .map(Map.Entry::getValue)
                .toList();
        return values.size() == 1 ? values.get(0) : null;
    }

    static JsonNode parsed(Buffer document) {
        try {
            return MAPPER.readTree(document.getBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("a stored document is not JSON", e);
        }
    }
}
