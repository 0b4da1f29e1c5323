package io.tollgate.catalog.file;

import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.input.Upload;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Endpoints that upload and delete files and create download links. */
public record FileRoutes(
        WriteExecutor writes,
        Records records,
        FileStore store,
        FileLinks links,
        FileQuota quota,
        Clock clock,
        PictureSizes sizes) {
    private static final Logger LOG = LoggerFactory.getLogger(FileRoutes.class);
    private static final int BYTES_MAX = BuyerFiles.BYTES_MAX;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    private static final String ONE = "/v1/files/{fileId}";

    private static final String FILE = "file";

    private static final Body UPLOAD = Body.of(
                    "FileUpload",
                    "{ \"purpose\": \"image\", \"file\": \"(the bytes of a picture)\" }",
                    Field.oneOf("purpose", "image", "file")
                            .doc("`image`: a JPEG, PNG, GIF or WebP for pages, public. `file`: a file for buyers only.")
                            .needed(),
                    Field.of(FILE, Type.FILE).doc("The file, at most 10 MB.").needed())
            .upTo(BYTES_MAX)
            .asForm();

    private static final Endpoint.Schema DOWNLOAD = new Endpoint.Schema(
            "FileDownload",
            "A link that is valid for a few minutes.",
            List.of(
                    text("url")
                            .doc("Link at which the file can be fetched without an API key.")
                            .always(),
                    integer("expiresIn")
                            .doc("Seconds for which the link is valid.")
                            .always()));

    private static final String ATTACHED = """
            SELECT EXISTS (SELECT FROM file_reference WHERE seller_id = $1 AND file_id = $2)
              OR EXISTS (SELECT FROM seller_setting WHERE seller_id = $1 AND logo_file_id = $2)
            """;

    public List<Endpoint> all() {
        return List.of(upload(), download(), delete());
    }

    private Endpoint upload() {
        Writing writing = Writing.of("uploadFile", """
                        Uploads a form (`multipart/form-data`) with one file of at most 10 MB and its purpose. The \
                        media type is detected from the content. An image must be a JPEG, PNG, GIF or WebP; \
                        otherwise the response is 415. Images are public at their `location`; other files are only \
                        for their buyers. An `Idempotency-Key` compares purpose, name and content. The response is \
                        400 if an image has more than 40,000,000 pixels or is damaged, or if the name is not \
                        allowed. It is 409 `storage_quota_exceeded` if your files would exceed your quota, which \
                        `GET /v1/account` shows, and 503 `storage_full` while the server has too little disk \
                        space.""", UPLOAD).creating();
        Endpoint row = writes.endpoint(
                HttpMethod.POST, "/v1/files/upload", "Upload a file", Files.RESOURCE, writing, this::row);
        return row.withOperation(request -> upload(request, row));
    }

    /** An upload whose bytes are stored and whose row is not written yet. */
    private record StoredUpload(String id, String purpose, String name, long size, FileContent content) {
        static final String KEY = "storedUpload";

        PictureSizes.Image image() {
            Integer width = content.width();
            return new PictureSizes.Image(id, content.type(), width == null ? 0 : width, (int) size);
        }

        static StoredUpload of(Request request) {
            return request.context().get(KEY);
        }
    }

    private Future<ApiResponse> upload(Request request, Endpoint row) {
        Input input = request.input(UPLOAD);
        FileName name = named(request, input);
        String purpose = String.valueOf(input.check().text("purpose"));
        Upload upload = Upload.of(request);
        String id = Ids.next(clock.now());
        return request.context()
                .vertx()
                .executeBlocking(() -> content(purpose, name.text(), upload), false)
                .compose(content -> {
                    request.context()
                            .put(StoredUpload.KEY, new StoredUpload(id, purpose, name.text(), upload.size(), content));
                    return request.isDryRun()
                            ? row.operation().answer(request)
                            : storeAndRecord(request, row, id, upload.path());
                });
    }

    /**
     * Stores the bytes before the row, so that every row has its bytes. {@link FileSweep} deletes bytes without a row.
     */
    private Future<ApiResponse> storeAndRecord(Request request, Endpoint row, String id, Path bytes) {
        Scope scope = request.caller().writing();
        return store.put(scope, id, bytes)
                .recover(FileRoutes::unavailable)
                .compose(stored -> row.operation().answer(request))
                .onComplete(responded -> {
                    boolean refused = responded.failed() && responded.cause() instanceof ApiError;
                    if (refused || (responded.succeeded() && !isNew(responded.result()))) {
                        remove(scope, id);
                    }
                });
    }

    private static boolean isNew(ApiResponse response) {
        return response.status() == 201 && !response.headers().contains("Idempotent-Replayed");
    }

    private static FileName named(Request request, Input input) {
        FileName name = input.hasValue(FILE) ? FileName.of(Upload.of(request).name()) : FileName.of("");
        if (name.problem() != null) {
            input.problem(FILE, name.problem());
        }
        return name;
    }

    /** Detects the media type and validates an image. Blocks. */
    private static FileContent content(String purpose, String name, Upload upload) throws IOException {
        FileContent content = FileContent.of(upload.path(), name, upload.type());
        if (!purpose.equals("image")) {
            return content;
        }
        if (!content.isImage()) {
            throw ApiError.refused(415, "unsupported_media_type", "An image must be a JPEG, PNG, GIF or WebP");
        }
        String problem = content.imageProblem(upload.path());
        if (problem != null) {
            throw ApiError.invalid(FILE, problem, name);
        }
        return content;
    }

    /** Maps a failure of the file store to a 503 with {@code Retry-After}. */
    private static Future<Void> unavailable(Throwable failure) {
        if (failure instanceof ApiError) {
            return Future.failedFuture(failure);
        }
        LOG.warn("Failed to write to the file store: {}", failure.toString());
        return Future.failedFuture(ApiError.unavailable(RETRY_AFTER));
    }

    private WriteExecutor.Command row(Request request) {
        request.input(UPLOAD).check();
        StoredUpload upload = StoredUpload.of(request);
        return write -> write.insert(Files.RESOURCE, document(write, upload), Map.of())
                .compose(stored -> quota.reserve(write, upload.size()).map(stored))
                .compose(stored -> write.answer(201, Files.RESOURCE, stored, Composition.NONE))
                .onSuccess(answer -> {
                    if (upload.purpose().equals("image")) {
                        write.afterCommit(() -> sizes.prepare(write.scope(), upload.image()));
                    }
                });
    }

    private ObjectNode document(WriteContext write, StoredUpload upload) {
        ObjectNode document = JsonNodeFactory.instance
                .objectNode()
                .put("id", upload.id())
                .put("location", links.location(write.scope(), upload.id()))
                .put("name", upload.name())
                .put("purpose", upload.purpose())
                .put("type", upload.content().type())
                .put("size", upload.size());
        if (upload.content().isImage()) {
            document.put("width", upload.content().width());
            document.put("height", upload.content().height());
        }
        return document.put("createdAt", Times.text(write.now()));
    }

    private Endpoint download() {
        return new Endpoint(
                        HttpMethod.GET,
                        ONE + "/download",
                        "Get a link to a file",
                        Endpoint.Shape.RECORD,
                        Files.RESOURCE,
                        request -> {
                            String id = request.ids("fileId").get(0);
                            Scope scope = request.caller().writing();
                            return records.get(scope, Files.RESOURCE, id)
                                    .map(found -> ApiResponse.ok(link(scope, id, StoredJson.parse(found))));
                        })
                .withResponseSchema(DOWNLOAD);
    }

    /** Returns a link to a private file. Images need none, because they are public. */
    private Buffer link(Scope scope, String id, JsonNode file) {
        if (file.path("purpose").asText().equals("image")) {
            throw ApiError.invalid("fileId", "is an image, which everyone can fetch at its location", id);
        }
        String name = file.path("name").asText();
        ObjectNode link = JsonNodeFactory.instance.objectNode();
        link.putObject("data").put("url", links.sign(scope, id, name)).put("expiresIn", FileLinks.VALIDITY.toSeconds());
        return Buffer.buffer(link.toString());
    }

    private Endpoint delete() {
        Writing writing = Writing.of("deleteFile", """
                        Deletes a file permanently. The response is 409 `file_attached` while a page, a product, an \
                        option of a variant or a ticket type uses the file, or it is the \
                        logo.""", Body.NONE).withResponseSchema(Endpoint.Schema.DELETED);
        return writes.endpoint(HttpMethod.DELETE, ONE, "Delete one file", Files.RESOURCE, writing, this::delete);
    }

    private WriteExecutor.Command delete(Request request) {
        request.input(Body.NONE, "fileId").check();
        String id = request.id("fileId");
        FileDeletion deletion = new FileDeletion(quota);
        return write -> deletion.lock(write, id)
                .compose(former -> write.transaction()
                        .preparedQuery(ATTACHED)
                        .execute(Tuple.of(write.scope().sellerId(), id))
                        .compose(rows -> {
                            if (rows.iterator().next().getBoolean(0)) {
                                throw ApiError.conflict(
                                        "file_attached",
                                        "This file is attached to a page, product or ticket type, or is the logo");
                            }
                            return deletion.delete(write, former);
                        }))
                .map(deleted -> {
                    write.afterCommit(() -> remove(write.scope(), id));
                    return ApiResponse.deleted(Files.RESOURCE.noun());
                });
    }

    /** Deletes the bytes of a file. If this fails, {@link FileSweep} deletes them later. */
    private void remove(Scope scope, String id) {
        store.delete(scope, id)
                .onFailure(failure ->
                        LOG.warn("Failed to delete the bytes of a file; the sweep retries: {}", failure.toString()));
    }
}
