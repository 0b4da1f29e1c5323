package io.tollgate.platform.http;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Map;

/** A static file: its type, its bytes with and without compression, and its ETag. It is compressed once. */
public record StaticFile(String type, StaticBody plain, StaticBody packed, String tag) {
    private static final int TAG_BYTES = 12;

    public static StaticFile of(String type, byte[] bytes) {
        return new StaticFile(
                type, new StaticBody(bytes), new StaticBody(Gzip.file(bytes)), "W/\"" + digest(bytes) + "\"");
    }

    /** Returns a class path file. It belongs to the program, so a missing file is a broken build. */
    public static byte[] read(String name) {
        try (InputStream file = StaticFile.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException(name + " is missing");
            }
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    /** Sends the file, or 304 if the client has the current version. */
    public void send(RoutingContext ctx, Map<String, String> headers) {
        HttpServerRequest request = ctx.request();
        HttpServerResponse response = ctx.response();
        boolean known = Etag.isKnown(request.headers().getAll("If-None-Match"), tag);
        boolean zipped = Gzip.isAcceptedBy(request);
        boolean whole = !known && !request.method().equals(HttpMethod.HEAD);
        StaticBody body = zipped ? packed : plain;
        // Reserved before any header is set, because memory may be exhausted.
        StaticBody.Sending sending = whole ? body.to(ctx) : null;
        headers.forEach(response::putHeader);
        response.putHeader("ETag", tag).putHeader("Vary", "Accept-Encoding");
        if (known) {
            response.setStatusCode(304).end();
            return;
        }
        response.putHeader("Content-Type", type).putHeader("Content-Length", Integer.toString(body.length()));
        if (zipped) {
            response.putHeader("Content-Encoding", "gzip");
        }
        if (sending == null) {
            response.end();
        } else {
            sending.end();
        }
    }

    private static String digest(byte[] bytes) {
        return HexFormat.of().formatHex(Sha256.digest().digest(bytes), 0, TAG_BYTES);
    }
}
