package io.tollgate.platform.guide;

import io.tollgate.platform.http.Etag;
import io.tollgate.platform.http.Sha256;
import io.tollgate.platform.http.StaticBody;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** A static file: its type, its bytes with and without compression, and its ETag. */
record DocsFile(String type, StaticBody plain, StaticBody packed, String tag) {
    private static final int TAG_BYTES = 12;

    static DocsFile of(String type, byte[] bytes) {
        return new DocsFile(type, new StaticBody(bytes), new StaticBody(packed(bytes)), "W/\"" + digest(bytes) + "\"");
    }

    /** Returns a class path file. It belongs to the program, so a missing file is a broken build. */
    static byte[] read(String name) {
        try (InputStream file = DocsFile.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException(name + " is missing");
            }
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    /** Sends the file, or 304 if the client has the current version. */
    void send(RoutingContext ctx, Map<String, String> headers) {
        HttpServerRequest request = ctx.request();
        HttpServerResponse response = ctx.response();
        boolean known = Etag.isKnown(request.headers().getAll("If-None-Match"), tag);
        boolean zipped = takesGzip(request.getHeader("Accept-Encoding"));
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

    private static boolean takesGzip(@Nullable String accepted) {
        return accepted != null && accepted.matches("(?i)(.*,)?\\s*gzip\\s*(;\\s*q=(1|0\\.0*[1-9]).*)?(,.*)?");
    }

    private static byte[] packed(byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream(bytes.length / 3);
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    private static String digest(byte[] bytes) {
        return HexFormat.of().formatHex(Sha256.digest().digest(bytes), 0, TAG_BYTES);
    }
}
