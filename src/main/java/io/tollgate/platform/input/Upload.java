package io.tollgate.platform.input;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.Sha256;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.AsyncFile;
import io.vertx.core.file.FileSystem;
import io.vertx.core.file.OpenOptions;
import io.vertx.core.streams.WriteStream;
import io.vertx.ext.web.RoutingContext;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** An uploaded file. Writes the bytes to a temporary file as they arrive, and computes their number and hash. */
public final class Upload implements WriteStream<Buffer> {
    static final String KEY = "upload";

    private final AsyncFile file;
    private final Path path;
    private final String name;
    private final @Nullable String type;
    private final MessageDigest digest = Sha256.digest();
    private final long bytesMax;
    private final boolean skipsExcess;
    private long size;
    private boolean closed;

    private Upload(AsyncFile file, Path path, MultipartForm.FilePart part, long bytesMax, boolean skipsExcess) {
        this.file = file;
        this.path = path;
        this.name = part.filename();
        this.type = part.contentType();
        this.bytesMax = bytesMax;
        this.skipsExcess = skipsExcess;
    }

    /**
     * Creates the temporary file for a part of a form, which waits until it is piped to the upload.
     *
     * @param bytesMax maximum size; a write that exceeds it fails
     * @param skipsExcess whether bytes above the maximum are counted and skipped, instead of failing the write
     */
    static Future<Upload> create(RoutingContext ctx, MultipartForm.FilePart part, long bytesMax, boolean skipsExcess) {
        FileSystem files = ctx.vertx().fileSystem();
        part.pause();
        return files.createTempFile("tollgate-", ".upload")
                .compose(path -> files.open(path, new OpenOptions().setWrite(true))
                        .map(file -> new Upload(file, Path.of(path), part, bytesMax, skipsExcess)))
                .onSuccess(upload -> upload.removeAfter(ctx));
    }

    /** Returns the upload of a request whose {@link Request#input} is valid. */
    public static Upload of(Request request) {
        Upload upload = request.context().get(KEY);
        if (upload == null) {
            throw new IllegalStateException("The request has no file");
        }
        return upload;
    }

    /** Returns the path of the temporary file. It is deleted after the response. */
    public Path path() {
        return path;
    }

    /** Returns the file name as sent. It is untrusted. */
    public String name() {
        return name;
    }

    /** Returns the media type as sent, or null if the part has none. It is untrusted. */
    public @Nullable String type() {
        return type;
    }

    public long size() {
        return size;
    }

    private ApiError tooLarge() {
        return ApiError.refused(413, "body_too_large", "The file must be at most " + bytesMax + " bytes long");
    }

    /** Returns the SHA-256 hash of the content and the file name, which identify the upload. Call it once. */
    String fingerprint() {
        return HexFormat.of().formatHex(digest.digest()) + " " + name;
    }

    /** Deletes the temporary file after the response, or at once if the response has already ended. */
    void removeAfter(RoutingContext ctx) {
        if (ctx.response().ended() || ctx.response().closed()) {
            remove(ctx);
        } else {
            ctx.addEndHandler(ended -> remove(ctx));
        }
    }

    private void remove(RoutingContext ctx) {
        end().onComplete(done -> ctx.vertx().fileSystem().delete(path.toString()));
    }

    @Override
    public Future<Void> write(Buffer data) {
        size += data.length();
        if (skipsExcess && size > bytesMax) {
            return Future.succeededFuture();
        }
        if (closed || size > bytesMax) {
            return Future.failedFuture(tooLarge());
        }
        digest.update(data.getBytes());
        return file.write(data);
    }

    /**
     * Closes the file after all pending writes; a flush would not wait for them. The source may call other methods
     * afterwards, because an upload that is too large is closed before it ends.
     */
    @Override
    public Future<Void> end() {
        if (closed) {
            return Future.succeededFuture();
        }
        closed = true;
        return file.close();
    }

    @Override
    public Upload exceptionHandler(@Nullable Handler<Throwable> handler) {
        if (!closed) {
            file.exceptionHandler(handler);
        }
        return this;
    }

    @Override
    public Upload setWriteQueueMaxSize(int maxSize) {
        if (!closed) {
            file.setWriteQueueMaxSize(maxSize);
        }
        return this;
    }

    @Override
    public boolean writeQueueFull() {
        return !closed && file.writeQueueFull();
    }

    @Override
    public Upload drainHandler(@Nullable Handler<Void> handler) {
        if (!closed) {
            file.drainHandler(handler);
        }
        return this;
    }
}
