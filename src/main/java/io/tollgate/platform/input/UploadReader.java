package io.tollgate.platform.input;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ClosingResponse;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.FileSystemException;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a form with one file and converts it to a JSON body. The JSON body contains the hash and the name of the
 * file in place of its content, so that the usual validation and idempotency apply to uploads.
 */
public final class UploadReader implements Handler<RoutingContext> {
    /** Maximum length of the form without its file. */
    private static final int FORM_BYTES_MAX = 16 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(UploadReader.class);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    private static final int DEADLINE_MILLIS = 60_000;
    private static final String TYPE = "multipart/form-data";
    private static final String FILE = "file";

    private final int bytesMax;

    public UploadReader(Body body) {
        this.bytesMax = body.bytesMax();
    }

    @Override
    public void handle(RoutingContext ctx) {
        HttpServerRequest request = ctx.request();
        String type = request.getHeader("Content-Type");
        if (type == null || !type.toLowerCase(Locale.ROOT).startsWith(TYPE)) {
            throw ClosingResponse.with(
                    ctx, ApiError.refused(415, "unsupported_media_type", "Content-Type must be multipart/form-data"));
        }
        String length = request.getHeader("Content-Length");
        if (length != null && (length.length() > 9 || Long.parseLong(length) > bytesMax + FORM_BYTES_MAX)) {
            throw ClosingResponse.with(ctx, tooLarge());
        }
        MultipartForm form = MultipartForm.of(ctx, MultipartForm.Limits.OF_UPLOADS);
        long deadline = ctx.vertx()
                .setTimer(
                        DEADLINE_MILLIS,
                        late -> ClosingResponse.fail(
                                ctx, ApiError.refused(408, "request_timeout", "The file did not arrive in time")));
        List<Future<?>> written = new ArrayList<>();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        form.uploadHandler(part -> written.add(receive(ctx, json, part).onFailure(failure -> onFailure(ctx, failure))));
        form.errorHandler(error -> {
            ctx.vertx().cancelTimer(deadline);
            Upload upload = ctx.get(Upload.KEY);
            // The upload reports an oversized file only after the pending writes to the disk.
            ClosingResponse.fail(ctx, upload != null && upload.size() > bytesMax ? tooLarge() : error);
        });
        form.endHandler(end -> Future.all(written).onSuccess(done -> {
            ctx.vertx().cancelTimer(deadline);
            proceed(ctx, json, form.attributes());
        }));
        if ("100-continue".equalsIgnoreCase(request.getHeader("Expect"))) {
            request.response().writeContinue();
        }
        form.read();
    }

    private Future<Void> receive(RoutingContext ctx, ObjectNode form, MultipartForm.FilePart part) {
        String field = part.name();
        if (!field.equals(FILE) || form.has(field)) {
            form.putArray(field);
            part.handler(unwanted -> {});
            return Future.succeededFuture();
        }
        form.put(field, "");
        return Upload.create(ctx, part, bytesMax, false).compose(upload -> {
            ctx.put(Upload.KEY, upload);
            return part.pipeTo(upload);
        });
    }

    private void proceed(RoutingContext ctx, ObjectNode form, MultiMap attributes) {
        if (ctx.failed()) {
            return;
        }
        Upload upload = ctx.get(Upload.KEY);
        if (upload != null && form.path(FILE).isTextual()) {
            form.put(FILE, upload.fingerprint());
        }
        attributes.forEach((name, value) -> {
            if (form.has(name) || name.equals(FILE)) {
                // Validation rejects the list: a repeated part, or a file that was sent as a plain value.
                form.putArray(name);
            } else {
                form.put(name, value);
            }
        });
        BodyReader.put(ctx, Buffer.buffer(form.toString()));
        ctx.next();
    }

    private void onFailure(RoutingContext ctx, Throwable failure) {
        if (failure instanceof ApiError error) {
            ClosingResponse.fail(ctx, error);
        } else if (failure instanceof IOException || failure instanceof FileSystemException) {
            LOG.warn("Failed to write an upload to the temporary directory: {}", failure.toString());
            ClosingResponse.fail(ctx, ApiError.unavailable(RETRY_AFTER));
        } else if (!ctx.failed()) {
            ctx.fail(failure);
        }
    }

    private ApiError tooLarge() {
        return ApiError.refused(413, "body_too_large", "The file must be at most " + bytesMax + " bytes long");
    }
}
