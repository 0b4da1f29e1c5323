package io.tollgate.file;

import static io.tollgate.resource.Field.integer;
import static io.tollgate.resource.Field.text;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.api.Endpoint;
import io.tollgate.api.Endpoint.Writing;
import io.tollgate.clock.Clock;
import io.tollgate.clock.Times;
import io.tollgate.db.Ids;
import io.tollgate.error.ApiError;
import io.tollgate.http.ApiResponse;
import io.tollgate.http.Composition;
import io.tollgate.input.Body;
import io.tollgate.input.Input;
import io.tollgate.input.Key;
import io.tollgate.input.Request;
import io.tollgate.input.Upload;
import io.tollgate.input.Value;
import io.tollgate.records.Records;
import io.tollgate.resource.Scope;
import io.tollgate.write.WriteContext;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes files in, tells where they can be fetched, and deletes them. */
public final class FileRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(FileRoutes.class);
    private static final int BYTES_MAX = 10_000_000;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    private static final String ONE = "/v1/files/{fileId}";

    private static final String FILE = "file";

    private static final Body UPLOAD = Body.of(
                    "FileUpload",
                    "{ \"purpose\": \"image\", \"file\": \"(the bytes of a picture)\" }",
                    Key.oneOf("purpose", "image", "file").needed(),
                    Key.of(FILE, Value.FILE).needed())
            .upTo(BYTES_MAX)
            .asForm();

    private static final Endpoint.Schema DOWNLOAD = new Endpoint.Schema(
            "FileDownload",
            "A link that is good for a few minutes.",
            List.of(text("url").always(), integer("expiresIn").always()));

    private static final String HOLD = "SELECT 1 FROM file WHERE seller_id = $1 AND id = $2 FOR UPDATE";

    private static final String ATTACHED = """
            SELECT EXISTS (SELECT FROM file_reference WHERE seller_id = $1 AND file_id = $2)
              OR EXISTS (SELECT FROM seller_setting WHERE seller_id = $1 AND logo_file_id = $2)
            """;

    private final WriteExecutor writes;
    private final Records records;
    private final FileStore store;
    private final FileLinks links;
    private final FileQuota quota;
    private final Clock clock;

    public FileRoutes(
            WriteExecutor writes, Records records, FileStore store, FileLinks links, FileQuota quota, Clock clock) {
        this.writes = writes;
        this.records = records;
        this.store = store;
        this.links = links;
        this.quota = quota;
        this.clock = clock;
    }

    /** The storage quota that uploads are held to. */
    public FileQuota quota() {
        return quota;
    }

    public List<Endpoint> all() {
        return List.of(upload(), download(), delete());
    }

    private Endpoint upload() {
        Writing writing = Writing.of("uploadFile", """
                        A form (`multipart/form-data`) with one file of at most 10 MB and what it is for. What it \
                        is, is told from its content: an image is a JPEG, PNG, GIF or WebP, else 415. Images are for \
                        everyone, at their `location`; other files are for those who bought them. An \
                        `Idempotency-Key` compares purpose, name and content. An image of more than 40,000,000 \
                        pixels, a damaged one, and a name that cannot be saved get 400. 409 \
                        `storage_quota_exceeded` if your files would take more than your quota, which \
                        `GET /v1/account` shows; 503 `storage_full` while the server has too little disk \
                        space.""", UPLOAD).creating();
        Endpoint row = writes.endpoint(
                HttpMethod.POST, "/v1/files/upload", "Upload a file", Files.RESOURCE, writing, this::row);
        return row.doing(request -> take(request, row));
    }

    /** A file on its way in: its bytes are kept, its row is not written yet. */
    private record Taken(String id, String purpose, String name, long size, FileContent content) {
        static final String KEY = "taken";

        static Taken of(Request request) {
            return request.context().get(KEY);
        }
    }

    /** The bytes first: a row without them would be a lie, and bytes without a row are swept away. */
    private Future<ApiResponse> take(Request request, Endpoint row) {
        Input input = request.input(UPLOAD);
        FileName name = named(request, input);
        String purpose = String.valueOf(input.check().text("purpose"));
        Upload upload = Upload.of(request);
        Scope scope = request.caller().writing();
        String id = Ids.next(clock.now());
        return request.context()
                .vertx()
                .executeBlocking(() -> content(purpose, name.text(), upload), false)
                .compose(content -> {
                    request.context().put(Taken.KEY, new Taken(id, purpose, name.text(), upload.size(), content));
                    return store.put(scope, id, upload.path()).recover(FileRoutes::outage);
                })
                .compose(kept -> row.operation().answer(request))
                .onComplete(answered -> {
                    boolean refused = answered.failed() && answered.cause() instanceof ApiError;
                    boolean written = answered.succeeded()
                            && answered.result().status() == 201
                            && !answered.result().headers().contains("Idempotent-Replayed");
                    if (refused || (answered.succeeded() && !written)) {
                        remove(scope, id);
                    }
                });
    }

    private static FileName named(Request request, Input input) {
        FileName name = input.hasValue(FILE) ? FileName.of(Upload.of(request).name()) : FileName.of("");
        if (name.problem() != null) {
            input.problem(FILE, name.problem());
        }
        return name;
    }

    /** Blocks. */
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

    /** A store that does not answer is a fault of ours that passes. */
    private static Future<Void> outage(Throwable failure) {
        if (failure instanceof ApiError) {
            return Future.failedFuture(failure);
        }
        LOG.warn("the file store failed: {}", failure.toString());
        return Future.failedFuture(ApiError.unavailable(RETRY_AFTER));
    }

    private WriteExecutor.Command row(Request request) {
        request.input(UPLOAD).check();
        Taken taken = Taken.of(request);
        return write -> write.insert(Files.RESOURCE, document(write, taken), Map.of())
                .compose(stored -> quota.take(write, taken.size()).map(stored))
                .compose(stored -> write.answer(201, Files.RESOURCE, stored, Composition.NONE));
    }

    private ObjectNode document(WriteContext write, Taken taken) {
        ObjectNode document = JsonNodeFactory.instance
                .objectNode()
                .put("id", taken.id())
                .put("location", links.location(write.scope(), taken.id()))
                .put("name", taken.name())
                .put("purpose", taken.purpose())
                .put("type", taken.content().type())
                .put("size", taken.size());
        if (taken.content().isImage()) {
            document.put("width", taken.content().width());
            document.put("height", taken.content().height());
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
                                    .map(found -> ApiResponse.ok(link(
                                            scope,
                                            id,
                                            FileContentRoutes.parsed(found)
                                                    .path("name")
                                                    .asText())));
                        })
                .answering(DOWNLOAD);
    }

    private Buffer link(Scope scope, String id, String name) {
        ObjectNode link = JsonNodeFactory.instance.objectNode();
        link.putObject("data").put("url", links.sign(scope, id, name)).put("expiresIn", FileLinks.VALID.toSeconds());
        return Buffer.buffer(link.toString());
    }

    private Endpoint delete() {
        Writing writing = Writing.of("deleteFile", """
                        Deletes a file for good. 409 `file_attached` while a page, a product, an option of a variant \
                        or a ticket type has it, or it is the logo.""", Body.NONE).answering(Endpoint.Schema.DELETED);
        Endpoint row =
                writes.endpoint(HttpMethod.DELETE, ONE, "Delete one file", Files.RESOURCE, writing, this::delete);
        // With a key, a refusal is an answer that is kept: what was refused keeps its bytes.
        return row.doing(request -> row.operation().answer(request).onSuccess(answer -> {
            if (answer.status() == 200) {
                remove(request.caller().writing(), request.id("fileId"));
            }
        }));
    }

    private WriteExecutor.Command delete(Request request) {
        request.input(Body.NONE, "fileId").check();
        String id = request.id("fileId");
        return write -> {
            Tuple named = Tuple.of(write.scope().sellerId(), id);
            return write.transaction()
                    .preparedQuery(HOLD)
                    .execute(named)
                    .compose(held -> write.lock(write.scope(), Files.RESOURCE, id))
                    .compose(former -> write.transaction()
                            .preparedQuery(ATTACHED)
                            .execute(named)
                            .compose(rows -> {
                                if (rows.iterator().next().getBoolean(0)) {
                                    throw ApiError.conflict(
                                            "file_attached",
                                            "This file is attached to a page, product or ticket type, or is the logo");
                                }
                                return write.delete(Files.RESOURCE, former);
                            })
                            .compose(deleted -> quota.release(
                                    write, former.record().path("size").asLong())))
                    .map(gone -> ApiResponse.deleted(Files.RESOURCE.noun()));
        };
    }

    /** What stays is swept away later. */
    private void remove(Scope scope, String id) {
        store.delete(scope, id)
                .onFailure(failure -> LOG.warn("the bytes of a file were not removed yet: {}", failure.toString()));
    }
}
