package io.tollgate.platform.export;

import io.tollgate.platform.db.Outage;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.ConnectionReset;
import io.tollgate.platform.http.GzipStream;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends an export in chunks, as fast as its client reads. While one page is being sent, the next one is read, so that
 * an export holds two pages in memory however slowly its client reads.
 *
 * <p>A failure resets the connection: without the last chunk, no client takes part of a file for the whole.
 */
final class ExportSender implements ApiResponse.StreamedBody {
    private static final int CHUNK = 64 * 1024;
    private static final Logger LOG = LoggerFactory.getLogger(ExportSender.class);

    private final RoutingContext ctx;
    private final HttpServerResponse response;
    private final ExportSource source;
    private final ExportEncoder encoder;
    private final int readTimeoutMillis;
    private final @Nullable GzipStream gzip;
    private Future<Buffer> upcoming = Future.succeededFuture(Buffer.buffer());
    private long timer = -1;

    ExportSender(
            RoutingContext ctx, ExportSource source, ExportEncoder encoder, int readTimeoutMillis, boolean compressed) {
        this.ctx = ctx;
        this.response = ctx.response();
        this.source = source;
        this.encoder = encoder;
        this.readTimeoutMillis = readTimeoutMillis;
        this.gzip = compressed ? new GzipStream() : null;
        ctx.addEndHandler(ended -> close());
    }

    /** Reads the first page, so that its failure is an error response. */
    Future<ExportSender> begin() {
        upcoming = read(encoder.head());
        return upcoming.map(this);
    }

    private void close() {
        ctx.vertx().cancelTimer(timer);
        if (gzip != null) {
            upcoming.onComplete(unused -> gzip.close());
        }
    }

    private Future<Buffer> read(byte[] head) {
        return source.next()
                .compose(records -> encoder.related(records).compose(related -> encode(head, records, related)));
    }

    private Future<Buffer> encode(byte[] head, List<Buffer> records, List<Buffer> related) {
        boolean last = source.isDone();
        if (gzip == null && !encoder.isSlow()) {
            return Future.succeededFuture(bytes(head, records, related, last));
        }
        return ctx.vertx().executeBlocking(() -> bytes(head, records, related, last), false);
    }

    private Buffer bytes(byte[] head, List<Buffer> records, List<Buffer> related, boolean last) {
        byte[] page = encoder.encode(records, related);
        if (gzip == null) {
            return head.length == 0 ? Buffer.buffer(page) : Buffer.buffer(head).appendBytes(page);
        }
        Buffer packed = Buffer.buffer(gzip.write(head)).appendBytes(gzip.write(page));
        return last ? packed.appendBytes(gzip.end()) : packed;
    }

    @Override
    public void send(RoutingContext same) {
        response.setChunked(true);
        if (ctx.request().method().equals(HttpMethod.HEAD)) {
            response.end().onFailure(ExportSender::log);
            return;
        }
        next();
    }

    private void next() {
        upcoming.onSuccess(this::write).onFailure(this::abort);
    }

    private void write(Buffer page) {
        boolean last = source.isDone();
        if (!last && !response.closed()) {
            upcoming = read(new byte[0]);
        }
        write(page, 0, last);
    }

    private void write(Buffer page, int from, boolean last) {
        int start = from;
        while (start < page.length() && !response.closed()) {
            if (response.writeQueueFull()) {
                int rest = start;
                awaitDrain(() -> write(page, rest, last));
                return;
            }
            int end = Math.min(page.length(), start + CHUNK);
            response.write(page.slice(start, end)).onFailure(ExportSender::log);
            start = end;
        }
        if (response.closed()) {
            return;
        }
        if (last) {
            response.end().onFailure(ExportSender::log);
        } else {
            next();
        }
    }

    /** Continues when the socket has room again; closes the connection if that takes too long. */
    private void awaitDrain(Runnable proceed) {
        timer = ctx.vertx().setTimer(readTimeoutMillis, late -> {
            LOG.debug("The client of an export reads too slowly");
            ConnectionReset.of(ctx);
        });
        response.drainHandler(drained -> {
            ctx.vertx().cancelTimer(timer);
            response.drainHandler(null);
            proceed.run();
        });
    }

    private static void log(Throwable failure) {
        LOG.debug("The client closed the connection: {}", failure.toString());
    }

    private void abort(Throwable failure) {
        if (response.closed() || response.ended()) {
            return;
        }
        if (Outage.is(failure)) {
            LOG.warn("Resetting an export: {}", failure.toString());
        } else {
            LOG.error("Resetting an export", failure);
        }
        ConnectionReset.of(ctx);
    }
}
