package io.tollgate.platform.input;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ClosingResponse;
import io.tollgate.platform.http.Utf8;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.streams.ReadStream;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A form that is being received. Files are streams; the values of the other parts are available at the end. */
final class MultipartForm {
    private static final int VALUE_MAX = 8 * 1024;

    /**
     * Limits of the parts that are not files, and of the number of all parts.
     *
     * @param total maximum length of all values together
     */
    record Limits(int value, int total, int parts) {
        static final Limits OF_UPLOADS =
                new Limits(VALUE_MAX, VALUE_MAX * MultipartParser.PARTS_MAX, MultipartParser.PARTS_MAX);
    }

    private final HttpServerRequest request;
    private final Limits limits;
    private final MultipartParser parser;
    private final MultiMap attributes = MultiMap.caseInsensitiveMultiMap();
    private Handler<FilePart> uploadHandler = part -> {};
    private Handler<ApiError> errorHandler = error -> {};
    private Handler<Void> endHandler = end -> {};
    private boolean failed;

    private MultipartForm(HttpServerRequest request, Limits limits) {
        this.request = request;
        this.limits = limits;
        this.parser = new MultipartParser(request.getHeader("Content-Type"), new Parts(), limits.parts());
    }

    /**
     * Returns the form of a request whose content type is that of forms.
     *
     * @throws ApiError 400 if the content type has no valid boundary or an unknown charset
     */
    static MultipartForm of(RoutingContext ctx, Limits limits) {
        try {
            return new MultipartForm(ctx.request(), limits);
        } catch (IllegalArgumentException malformed) {
            ApiError error = ApiError.malformed("The form has no valid boundary, or an unknown charset");
            throw ClosingResponse.with(ctx, error);
        }
    }

    MultipartForm uploadHandler(Handler<FilePart> handler) {
        uploadHandler = handler;
        return this;
    }

    /** Sets the handler of the first error: the form is malformed, or the connection fails. */
    MultipartForm errorHandler(Handler<ApiError> handler) {
        errorHandler = handler;
        return this;
    }

    /** Sets the handler that is called when the form is complete. */
    MultipartForm endHandler(Handler<Void> handler) {
        endHandler = handler;
        return this;
    }

    /** Returns the values, by name, of the parts that are not files. */
    MultiMap attributes() {
        return attributes;
    }

    void read() {
        request.exceptionHandler(broken -> fail("The form is malformed"));
        request.endHandler(end -> {
            if (parser.isComplete()) {
                endHandler.handle(null);
            } else {
                fail("The form ends before its last boundary");
            }
        });
        request.handler(this::feed);
        request.resume();
    }

    private void feed(Buffer chunk) {
        if (!failed) {
            try {
                parser.feed(chunk.getBytes());
            } catch (IllegalArgumentException malformed) {
                fail("The form is malformed");
            }
        }
    }

    private void fail(String message) {
        if (!failed) {
            failed = true;
            errorHandler.handle(ApiError.malformed(message));
        }
    }

    /** Receives the parts from the parser, one after the other. */
    private final class Parts implements MultipartParser.Sink {
        private String name = "";
        private @Nullable FilePart file;
        private Buffer value = Buffer.buffer();
        private int total;

        @Override
        public void begin(MultipartParser.Head head) {
            name = head.name();
            value = Buffer.buffer();
            file = head.filename() == null ? null : new FilePart(request, name, head.filename(), head.type());
            if (file != null) {
                uploadHandler.handle(file);
            }
        }

        @Override
        public void content(byte[] bytes) {
            if (file != null) {
                file.receive(Buffer.buffer(bytes));
            } else if (value.length() + bytes.length > limits.value() || total + bytes.length > limits.total()) {
                throw new IllegalArgumentException("a value is too long");
            } else {
                total += bytes.length;
                value.appendBytes(bytes);
            }
        }

        @Override
        public void end() {
            if (file != null) {
                file.end();
            } else {
                String text = Utf8.decode(value.getBytes());
                if (text == null) {
                    throw new IllegalArgumentException("a value is not UTF-8");
                }
                attributes.add(name, text);
            }
        }
    }

    /** A file in a form. Pauses the request while it is paused and has unread bytes. */
    static final class FilePart implements ReadStream<Buffer> {
        private final HttpServerRequest request;
        private final String name;
        private final String filename;
        private final @Nullable String contentType;
        private final Deque<Buffer> waiting = new ArrayDeque<>();
        private @Nullable Handler<Buffer> handler;
        private @Nullable Handler<Void> endHandler;
        private boolean paused;
        private boolean ended;

        FilePart(HttpServerRequest request, String name, String filename, @Nullable String contentType) {
            this.request = request;
            this.name = name;
            this.filename = filename;
            this.contentType = contentType;
        }

        String name() {
            return name;
        }

        /** Returns the file name as sent. */
        String filename() {
            return filename;
        }

        /** Returns the media type as sent, or null if the part has none. */
        @Nullable
        String contentType() {
            return contentType;
        }

        private void receive(Buffer bytes) {
            waiting.add(bytes);
            deliver();
        }

        private void end() {
            ended = true;
            deliver();
        }

        private void deliver() {
            while (!paused && !waiting.isEmpty()) {
                Buffer next = waiting.remove();
                if (handler != null) {
                    handler.handle(next);
                }
            }
            if (paused && !waiting.isEmpty()) {
                request.pause();
            }
            Handler<Void> end = endHandler;
            if (!paused && ended && end != null) {
                endHandler = null;
                end.handle(null);
            }
        }

        @Override
        public FilePart exceptionHandler(@Nullable Handler<Throwable> failure) {
            return this;
        }

        @Override
        public FilePart handler(@Nullable Handler<Buffer> content) {
            handler = content;
            return this;
        }

        @Override
        public FilePart pause() {
            paused = true;
            return this;
        }

        @Override
        public FilePart resume() {
            paused = false;
            deliver();
            if (!paused) {
                request.resume();
            }
            return this;
        }

        @Override
        public FilePart fetch(long amount) {
            return resume();
        }

        @Override
        public FilePart endHandler(@Nullable Handler<Void> end) {
            endHandler = end;
            return this;
        }
    }
}
