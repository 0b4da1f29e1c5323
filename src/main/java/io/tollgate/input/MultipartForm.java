package io.tollgate.input;

import io.tollgate.error.ApiError;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.streams.ReadStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A form that arrives: its files as streams, and the values of its other parts once it is complete. */
final class MultipartForm {
    private static final int VALUE_MAX = 8 * 1024;

    private final HttpServerRequest request;
    private final MultipartParser parser;
    private final MultiMap attributes = MultiMap.caseInsensitiveMultiMap();
    private Handler<FilePart> uploadHandler = part -> {};
    private Handler<ApiError> refusalHandler = failure -> {};
    private Handler<Void> endHandler = end -> {};
    private boolean refused;

    /** @throws IllegalArgumentException if the type of the request names no boundary, or an unknown charset */
    MultipartForm(HttpServerRequest request, String contentType) {
        this.request = request;
        this.parser = new MultipartParser(contentType, new Parts());
    }

    MultipartForm uploadHandler(Handler<FilePart> handler) {
        uploadHandler = handler;
        return this;
    }

    /** Told once, if the form is malformed or its connection breaks. */
    MultipartForm refusalHandler(Handler<ApiError> handler) {
        refusalHandler = handler;
        return this;
    }

    /** Told when the form is complete. */
    MultipartForm endHandler(Handler<Void> handler) {
        endHandler = handler;
        return this;
    }

    /** Values by name, of parts that are not files. */
    MultiMap attributes() {
        return attributes;
    }

    /** Begins to read. */
    void read() {
        request.exceptionHandler(broken -> refuse("The form cannot be read"));
        request.endHandler(end -> {
            if (parser.isComplete()) {
                endHandler.handle(null);
            } else {
                refuse("The form ends before its last boundary");
            }
        });
        request.handler(this::feed);
        request.resume();
    }

    private void feed(Buffer chunk) {
        if (!refused) {
            try {
                parser.feed(chunk.getBytes());
            } catch (IllegalArgumentException malformed) {
                refuse("The form cannot be read");
            }
        }
    }

    private void refuse(String message) {
        if (!refused) {
            refused = true;
            refusalHandler.handle(ApiError.malformed(message));
        }
    }

    /** The part that is being read. */
    private final class Parts implements MultipartParser.Sink {
        private String name = "";
        private @Nullable FilePart file;
        private Buffer value = Buffer.buffer();

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
                file.offer(Buffer.buffer(bytes));
            } else if (value.length() + bytes.length > VALUE_MAX) {
                throw new IllegalArgumentException("a value is too long");
            } else {
                value.appendBytes(bytes);
            }
        }

        @Override
        public void end() {
            if (file != null) {
                file.end();
            } else {
                attributes.add(name, value.toString(StandardCharsets.UTF_8));
            }
        }
    }

    /** A file of a form. While it is paused, so is the request. */
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

        /** As it was sent. */
        String filename() {
            return filename;
        }

        /** As it was sent, or null. */
        @Nullable
        String contentType() {
            return contentType;
        }

        private void offer(Buffer bytes) {
            waiting.add(bytes);
            flow();
        }

        private void end() {
            ended = true;
            flow();
        }

        private void flow() {
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
            flow();
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
