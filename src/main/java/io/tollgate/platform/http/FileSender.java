package io.tollgate.platform.http;

import io.tollgate.platform.error.ApiError;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends part of a file in chunks. The next chunk is read when the socket has room for it, so that a response holds
 * two chunks in memory however slowly its client reads.
 */
public final class FileSender {
    private static final int CHUNK = 64 * 1024;

    /** Memory of a response: one chunk being read, and one that the socket has not sent yet. */
    private static final int MEMORY = 2 * CHUNK;

    private static final Logger LOG = LoggerFactory.getLogger(FileSender.class);

    private final RoutingContext ctx;
    private final HttpServerResponse response;
    private final StoredBody body;
    private final long length;
    private final long end;
    private long position;

    private FileSender(RoutingContext ctx, ApiResponse.FilePart part) {
        this.ctx = ctx;
        this.response = ctx.response();
        this.body = part.body();
        this.length = part.length();
        this.position = part.from();
        this.end = part.from() + part.length();
    }

    /**
     * Reserves the memory of a response. Memory and body are released when the response ends or its connection closes.
     *
     * @throws ApiError 503 if unread responses use the whole memory budget, or the part of this client
     */
    public static FileSender of(RoutingContext ctx, ApiResponse.FilePart part) {
        MemoryBudget.Share share = MemoryBudget.ANSWERS.share(ClientId.of(ctx));
        if (!share.reserve(MEMORY)) {
            part.body().release();
            throw ApiError.unavailable();
        }
        ctx.addEndHandler(ended -> {
            share.release();
            part.body().release();
        });
        return new FileSender(ctx, part);
    }

    /** Sends the part; for HEAD only its length. The caller has set the status and the other headers. */
    public void send() {
        response.putHeader("Content-Length", Long.toString(length));
        if (ctx.request().method().equals(HttpMethod.HEAD)) {
            response.end().onFailure(FileSender::log);
            return;
        }
        ReadDeadline.start(ctx, length);
        next();
    }

    private static void log(Throwable failure) {
        LOG.debug("The client closed the connection: {}", failure.toString());
    }

    private void next() {
        if (response.closed()) {
            return;
        }
        if (response.writeQueueFull()) {
            response.drainHandler(drained -> {
                response.drainHandler(null);
                next();
            });
            return;
        }
        int count = (int) Math.min(CHUNK, end - position);
        ctx.vertx()
                .executeBlocking(() -> body.read(position, count), false)
                .onSuccess(this::write)
                .onFailure(this::abort);
    }

    private void write(Buffer chunk) {
        if (response.closed()) {
            return;
        }
        position += chunk.length();
        if (position == end) {
            response.end(chunk).onFailure(FileSender::log);
            return;
        }
        response.write(chunk).onFailure(FileSender::log);
        next();
    }

    /**
     * Resets the connection. The response head is already sent, so closing before the last byte is the only way to
     * report the failure.
     */
    private void abort(Throwable failure) {
        if (!response.closed()) {
            LOG.error("Reading a response file failed", failure);
            response.reset();
        }
    }
}
