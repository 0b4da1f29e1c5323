package io.tollgate.platform.input;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ClientId;
import io.tollgate.platform.http.ClosingResponse;
import io.tollgate.platform.http.MemoryBudget;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a form of a hosted page with files ({@code multipart/form-data}). A file that is too large does not fail the
 * request, so that the page can show the problem at its field and keep what was typed.
 */
public final class FileFormReader implements Handler<RoutingContext> {
    private static final Logger LOG = LoggerFactory.getLogger(FileFormReader.class);
    private static final String KEY = "fileForm";
    private static final String TYPE = "multipart/form-data";
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    private static final int DEADLINE_MILLIS = 60_000;
    private static final int PARTS_MAX = 1_000;

    private final Limits limits;

    /**
     * @param values maximum length of all values that are not files
     * @param file maximum size of one file
     * @param files maximum number of files that are stored; more are skipped
     * @param body maximum length of the request
     */
    public record Limits(int values, long file, int files, long body) {}

    /**
     * A form that was read.
     *
     * @param skipped the inputs of files that exceeded the number of files
     */
    public record FileForm(Map<String, List<String>> values, List<SentFile> files, List<String> skipped) {}

    /** The files of a form that is being received. */
    private record Receiving(RoutingContext ctx, List<Future<SentFile>> files, List<String> skipped) {}

    public FileFormReader(Limits limits) {
        this.limits = limits;
    }

    /** Returns whether a request announces a form with files. */
    public static boolean isAnnounced(HttpServerRequest request) {
        String type = request.getHeader("Content-Type");
        return type != null && type.toLowerCase(Locale.ROOT).startsWith(TYPE);
    }

    /** Returns the form of a request that this handler has read. */
    public static FileForm of(RoutingContext ctx) {
        FileForm form = ctx.get(KEY);
        if (form == null) {
            throw new IllegalStateException("The request has no form with files");
        }
        return form;
    }

    @Override
    public void handle(RoutingContext ctx) {
        HttpServerRequest request = ctx.request();
        requireLength(ctx);
        if (request.isEnded()) {
            throw ApiError.malformed("The form is empty");
        }
        MemoryBudget.Share share = MemoryBudget.BODIES.share(ClientId.of(ctx));
        if (!share.reserve(limits.values())) {
            throw ClosingResponse.with(ctx, ApiError.unavailable());
        }
        ctx.addEndHandler(ended -> share.release());
        long deadline = ctx.vertx()
                .setTimer(
                        DEADLINE_MILLIS,
                        late -> ClosingResponse.fail(
                                ctx, ApiError.refused(408, "request_timeout", "The form did not arrive in time")));
        Receiving receiving = new Receiving(ctx, new ArrayList<>(), new ArrayList<>());
        MultipartForm form =
                MultipartForm.of(ctx, new MultipartForm.Limits(limits.values(), limits.values(), PARTS_MAX));
        form.uploadHandler(part -> receive(receiving, part));
        form.errorHandler(error -> {
            ctx.vertx().cancelTimer(deadline);
            ClosingResponse.fail(ctx, error);
        });
        form.endHandler(end -> Future.all(receiving.files())
                .onFailure(failure -> unavailable(ctx, failure))
                .onSuccess(done -> {
                    ctx.vertx().cancelTimer(deadline);
                    proceed(receiving, form.attributes());
                }));
        if ("100-continue".equalsIgnoreCase(request.getHeader("Expect"))) {
            request.response().writeContinue();
        }
        form.read();
    }

    /** Requires the length, which browsers send, so that a longer form is rejected before it is read. */
    private void requireLength(RoutingContext ctx) {
        String length = ctx.request().getHeader("Content-Length");
        if (length == null) {
            throw ClosingResponse.with(ctx, ApiError.refused(411, "length_required", "Content-Length is required"));
        }
        if (length.length() > 10 || Long.parseLong(length) > limits.body()) {
            throw ClosingResponse.with(
                    ctx,
                    ApiError.refused(
                            413, "body_too_large", "The form must be at most " + limits.body() + " bytes long"));
        }
    }

    private void receive(Receiving receiving, MultipartForm.FilePart part) {
        if (part.filename().isEmpty()) {
            // Browsers send an empty part for an input without a file.
            part.handler(nothing -> {});
        } else if (receiving.files().size() == limits.files()) {
            receiving.skipped().add(part.name());
            part.handler(unwanted -> {});
        } else {
            receiving.files().add(store(receiving.ctx(), part));
        }
    }

    private Future<SentFile> store(RoutingContext ctx, MultipartForm.FilePart part) {
        return Upload.create(ctx, part, limits.file(), true)
                .compose(upload -> part.pipeTo(upload)
                        .map(stored -> new SentFile(
                                part.name(),
                                upload.path(),
                                upload.name(),
                                upload.type(),
                                upload.size(),
                                upload.size() > limits.file())));
    }

    private static void proceed(Receiving receiving, MultiMap attributes) {
        RoutingContext ctx = receiving.ctx();
        if (ctx.failed()) {
            return;
        }
        Map<String, List<String>> values = new LinkedHashMap<>();
        attributes.forEach((name, value) ->
                values.computeIfAbsent(name, any -> new ArrayList<>()).add(value));
        List<SentFile> files = receiving.files().stream().map(Future::result).toList();
        ctx.put(KEY, new FileForm(values, files, receiving.skipped()));
        ctx.next();
    }

    private static void unavailable(RoutingContext ctx, Throwable failure) {
        LOG.warn("Failed to write an upload to the temporary directory: {}", failure.toString());
        ClosingResponse.fail(ctx, ApiError.unavailable(RETRY_AFTER));
    }
}
