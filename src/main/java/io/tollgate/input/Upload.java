package io.tollgate.input;

import io.tollgate.error.ApiError;
import io.tollgate.http.Sha256;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.AsyncFile;
import io.vertx.core.streams.WriteStream;
import io.vertx.ext.web.RoutingContext;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A file that came with a request: written to the disk as it arrives, counted and summed up. */
public final class Upload implements WriteStream<Buffer> {
    static final String KEY = "upload";

    private final AsyncFile file;
    private final Path path;
    private final String name;
    private final @Nullable String type;
    private final MessageDigest digest = Sha256.digest();
    private final long bytesMax;
    private long size;
    private boolean closed;

    /**
     * @param name as it was sent
     * @param type as it was sent, if any
     * @param bytesMax more than this is not written
     */
    Upload(AsyncFile file, Path path, String name, @Nullable String type, long bytesMax) {
        this.file = file;
        this.path = path;
        this.name = name;
        this.type = type;
        this.bytesMax = bytesMax;
    }

    /** That of a request whose {@link Request#input} was right. */
    public static Upload of(Request request) {
        Upload upload = request.context().get(KEY);
        if (upload == null) {
            throw new IllegalStateException("the request came without a file");
        }
        return upload;
    }

    /** Where its bytes are, until the request is answered. */
    public Path path() {
        return path;
    }

    /** The file name as it was sent: it may be anything. */
    public String name() {
        return name;
    }

    /** The media type as it was sent; null if the part has none. */
    public @Nullable String type() {
        return type;
    }

    public long size() {
        return size;
    }

    private ApiError tooLarge() {
        return ApiError.refused(413, "body_too_large", "The file may be " + bytesMax + " bytes long");
    }

    /** What tells this content from any other. */
    String print() {
        return HexFormat.of().formatHex(digest.digest()) + " " + name;
    }

    /** Takes the bytes away once the request is answered, which may be before there was a place for them. */
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
        if (closed || size > bytesMax) {
            return Future.failedFuture(tooLarge());
        }
        digest.update(data.getBytes());
        return file.write(data);
    }

    /**
     * Closing waits for all that is still being written; a flush would not. Its source may ask it for more than that
     * later: too much ends it while there is still some to come.
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
