package io.tollgate.catalog.file;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.api.Api;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.ClientId;
import io.tollgate.platform.http.MemoryBudget;
import io.tollgate.platform.http.QueryString;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the bytes of files. Images are public; other files require a signed link. */
public record FileContentRoutes(Records records, FileStore store, FileLinks links, PictureSizes sizes) {
    private static final Logger LOG = LoggerFactory.getLogger(FileContentRoutes.class);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    private static final String ID = "[0-9a-f]{24}";
    private static final int HEAD = 8192;

    /** While the copy of an image is being made. */
    private static final String BRIEF_CACHE = "public, max-age=60";

    private static final String PUBLIC_CACHE = "public, max-age=31536000, immutable";

    /** Mounts the routes outside the API, where no key is required. */
    public void mount(Router router) {
        Api.reading(router, FileLinks.PATH + ":seller/:file", this::content);
        Api.reading(router, FileLinks.PATH + ":seller/:file/:name", this::content);
        Api.reading(router, FileLinks.PATH + ":seller/:file/w/:width", this::copy);
    }

    /** Returns an image in one of the widths of pages. The original is the response if it has no such copy. */
    private Future<ApiResponse> copy(Request request) {
        String width = String.valueOf(request.context().pathParam("width"));
        Scope scope = scope(request);
        String id = fileId(request);
        if (PictureSizes.WIDTHS.stream().noneMatch(one -> width.equals(one.toString()))) {
            throw ApiError.notFound(Files.RESOURCE.noun());
        }
        return records.get(scope, Files.RESOURCE, id).compose(stored -> {
            JsonNode file = StoredJson.parse(stored);
            if (!isPublic(file)) {
                throw ApiError.notFound(Files.RESOURCE.noun());
            }
            MemoryBudget.Share share = MemoryBudget.FILES.share(ClientId.of(request.context()));
            if (!share.reserve(
                    Math.min(PictureSizes.BYTES_MAX, file.path("size").asInt()))) {
                throw ApiError.unavailable();
            }
            return sizes.find(scope, PictureSizes.Image.of(file), Integer.parseInt(width))
                    .onComplete(read -> share.release())
                    .compose(copy -> copy.bytes() == null
                            ? original(request, scope, file)
                                    .map(whole -> copy.lasting() ? whole : whole.with("Cache-Control", BRIEF_CACHE))
                            : Future.succeededFuture(publicResponse(copy.type(), copy.bytes())));
        });
    }

    private static boolean isPublic(JsonNode file) {
        return file.path("purpose").asText().equals("image")
                && FileContent.IMAGES.contains(file.path("type").asText());
    }

    private static Scope scope(Request request) {
        return new Scope(id(request, "seller"), true);
    }

    private static String fileId(Request request) {
        return id(request, "file");
    }

    private static String id(Request request, String parameter) {
        String id = request.context().pathParam(parameter);
        if (!id.matches(ID)) {
            throw ApiError.notFound(Files.RESOURCE.noun());
        }
        return id;
    }

    private Future<ApiResponse> content(Request request) {
        Scope scope = scope(request);
        String id = fileId(request);
        boolean signed = links.isValid(
                scope,
                id,
                QueryString.only(request.parameters(), "expires"),
                QueryString.only(request.parameters(), "signature"));
        ApiError denied = denied(request.parameters());
        return records.get(scope, Files.RESOURCE, id)
                .recover(failure -> hideAbsence(failure, signed, denied))
                .compose(stored -> {
                    JsonNode file = StoredJson.parse(stored);
                    String name = request.context().pathParam("name");
                    boolean named = name == null
                            || name.equals(FileName.served(file.path("name").asText()));
                    if (!named || !isPublic(file) && !signed) {
                        throw denied;
                    }
                    return original(request, scope, file);
                });
    }

    private Future<ApiResponse> original(Request request, Scope scope, JsonNode file) {
        if (request.context().request().method().equals(HttpMethod.HEAD)) {
            String size = Long.toString(file.path("size").asLong());
            return Future.succeededFuture(response(file, Buffer.buffer()).with("Content-Length", size));
        }
        return read(request, scope, file.path("id").asText(), file.path("size").asInt())
                .map(bytes -> {
                    if (bytes == null) {
                        throw ApiError.notFound(Files.RESOURCE.noun());
                    }
                    return response(file, bytes);
                });
    }

    /** Returns the same error for a private and an absent file, so that clients without a link cannot probe ids. */
    private static ApiError denied(List<Map.Entry<String, String>> parameters) {
        return parameters.isEmpty()
                ? ApiError.notFound(Files.RESOURCE.noun())
                : ApiError.forbidden("link_expired", "This link has expired or is not valid. Ask for a new one.");
    }

    private static Future<Buffer> hideAbsence(Throwable failure, boolean signed, ApiError denied) {
        return Future.failedFuture(!signed && ApiError.isNotFound(failure) ? denied : failure);
    }

    /**
     * Reads a file within the memory budget. Images are public, so the budget bounds the number of concurrent reads;
     * excess requests get a 503.
     */
    private Future<@Nullable Buffer> read(Request request, Scope scope, String id, int size) {
        MemoryBudget.Share share = MemoryBudget.FILES.share(ClientId.of(request.context()));
        if (!share.reserve(size)) {
            throw ApiError.unavailable();
        }
        return store.read(scope, id).recover(FileContentRoutes::unavailable).onComplete(read -> share.release());
    }

    /** Maps a failure of the file store to a 503 with {@code Retry-After}. */
    private static Future<@Nullable Buffer> unavailable(Throwable failure) {
        LOG.warn("Failed to read from the file store: {}", failure.toString());
        return Future.failedFuture(ApiError.unavailable(RETRY_AFTER));
    }

    /** Builds the response. Browsers display only images and save all other files. */
    private static ApiResponse response(JsonNode file, Buffer bytes) {
        String type = file.path("type").asText();
        if (isPublic(file)) {
            return publicResponse(type, bytes);
        }
        byte[] head = bytes.getBytes(0, Math.min(HEAD, bytes.length()));
        String name = FileName.served(file.path("name").asText());
        return response(FileTypes.served(type, head), bytes)
                .with("Cache-Control", "private, no-store")
                .with("Content-Disposition", FileName.disposition(name))
                .with("X-Robots-Tag", "noindex, nofollow")
                .with("Referrer-Policy", "no-referrer");
    }

    private static ApiResponse publicResponse(String type, Buffer bytes) {
        return response(type, bytes)
                .with("Cache-Control", PUBLIC_CACHE)
                .with("Cross-Origin-Resource-Policy", "cross-origin");
    }

    private static ApiResponse response(String type, Buffer bytes) {
        return ApiResponse.ok(type, bytes)
                .with("X-Content-Type-Options", "nosniff")
                .with("Content-Security-Policy", "default-src 'none'; sandbox");
    }
}
