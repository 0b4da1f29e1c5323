package io.tollgate.support;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Responses of a gateway with their bodies as they are sent, compressed or not. */
public record Wire(String url) {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** A response. */
    public record Answer(HttpResponse<byte[]> response) {
        public int status() {
            return response.statusCode();
        }

        public @Nullable String header(String name) {
            return response.headers().firstValue(name).orElse(null);
        }

        /** Returns the number of bytes of the body, as they were sent. */
        public int sent() {
            return response.body().length;
        }

        public boolean isCompressed() {
            return "gzip".equals(header("Content-Encoding"));
        }

        /** Returns the body after decompression. */
        public byte[] body() {
            if (!isCompressed()) {
                return response.body();
            }
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
                return in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        public String text() {
            return new String(body(), StandardCharsets.UTF_8);
        }
    }

    /** @param headers names and values */
    public Answer get(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        try {
            return new Answer(CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public Answer packed(String path) {
        return get(path, "Accept-Encoding", "gzip");
    }
}
