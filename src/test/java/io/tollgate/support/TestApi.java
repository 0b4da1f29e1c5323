package io.tollgate.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/** An HTTP client of a gateway with one API key. */
public final class TestApi {
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(60))
            .build();
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final int RETRIES_MAX = 10_000;

    /** Longer than every deadline of a gateway of the tests. */
    private static final Duration TIMEOUT = Duration.ofSeconds(150);

    private final String url;
    private final @Nullable String key;

    public TestApi(String url, @Nullable String key) {
        this.url = url;
        this.key = key;
    }

    /** A response. */
    public record Reply(int status, Map<String, List<String>> headers, String body) {
        public JsonNode json() {
            return TestApi.json(body);
        }

        public @Nullable String header(String name) {
            return headers.entrySet().stream()
                    .filter(header -> header.getKey().equalsIgnoreCase(name))
                    .map(header -> header.getValue().get(0))
                    .findFirst()
                    .orElse(null);
        }

        /** Returns the ids of a list, in its order. */
        public List<String> ids() {
            List<String> ids = new ArrayList<>();
            expect(200)
                    .json()
                    .get("data")
                    .forEach(record -> ids.add(record.get("id").textValue()));
            return ids;
        }

        public long total() {
            return expect(200).json().get("total").longValue();
        }

        public boolean hasMore() {
            return expect(200).json().get("has_more").booleanValue();
        }

        /** Returns the parameters that a 400 names, in its order. */
        public List<String> problems() {
            List<String> params = new ArrayList<>();
            expect(400)
                    .json()
                    .get("errors")
                    .forEach(problem -> params.add(problem.get("param").textValue()));
            return params;
        }

        /** Fails with the whole response if the status is a different one. */
        public Reply expect(int expected) {
            if (status != expected) {
                throw new AssertionError("expected " + expected + ", got " + status + ": " + body);
            }
            return this;
        }

        /** Returns status, headers and body without the values that differ for each request. */
        public String fingerprint() {
            StringBuilder text = new StringBuilder(Integer.toString(status)).append('\n');
            new TreeMap<>(headers).forEach((name, values) -> {
                String lower = name.toLowerCase(Locale.ROOT);
                boolean passing = lower.equals("request-id") || lower.startsWith("ratelimit-") || lower.equals("date");
                text.append(lower).append(passing ? "" : ": " + values).append('\n');
            });
            return text + bodyWithoutRequestId();
        }

        /** Returns the body without the request id and the expiry and signature of links. */
        public String bodyWithoutRequestId() {
            return body.replaceAll("\"requestId\":\"[^\"]*\"", "\"requestId\":\"\"")
                    .replaceAll("expires=\\d+(&nonce=\\w+)?&signature=[^\"]*", "expires=&signature=");
        }
    }

    public Reply get(String path) {
        return send("GET", path, Map.of());
    }

    /** Sends a write with a JSON body. */
    public Reply post(String path, String json) {
        return send("POST", path, Map.of("Content-Type", "application/json"), json);
    }

    public Reply patch(String path, String json) {
        return send("PATCH", path, Map.of("Content-Type", "application/json"), json);
    }

    /** Sends a write with an idempotency key, and repeats it while the response has {@code Retry-After}. */
    public Reply writeWithRetries(String method, String path, String idempotencyKey, String json) {
        Map<String, String> headers = Map.of("Content-Type", "application/json", "Idempotency-Key", idempotencyKey);
        Reply reply = send(method, path, headers, json);
        for (int i = 0; i < RETRIES_MAX && reply.header("Retry-After") != null; i++) {
            reply = send(method, path, headers, json);
        }
        return reply;
    }

    public Reply send(String method, String path, Map<String, String> headers) {
        return send(method, path, headers, HttpRequest.BodyPublishers.noBody());
    }

    public Reply send(String method, String path, Map<String, String> headers, String body) {
        return send(method, path, headers, HttpRequest.BodyPublishers.ofString(body));
    }

    public Reply send(String method, String path, Map<String, String> headers, byte[] body) {
        return send(method, path, headers, HttpRequest.BodyPublishers.ofByteArray(body));
    }

    /** Sends a body of any source, for example one without a known length. */
    public Reply send(String method, String path, Map<String, String> headers, HttpRequest.BodyPublisher body) {
        HttpRequest.Builder request = request(path).method(method, body);
        headers.forEach(request::header);
        HttpResponse<String> response = send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Reply(response.statusCode(), response.headers().map(), response.body());
    }

    /** Downloads a ZIP file and returns its entries by their names. Fails if two entries have one name. */
    public Map<String, byte[]> archive(String path) {
        HttpResponse<byte[]> response = send(request(path).build(), HttpResponse.BodyHandlers.ofByteArray());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/zip");
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(response.body()))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                assertThat(entries.put(entry.getName(), zip.readAllBytes())).isNull();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(path, e);
        }
        return entries;
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url + path)).timeout(TIMEOUT);
        return key == null ? request : request.header("Authorization", "Bearer " + key);
    }

    private static <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        try {
            return CLIENT.send(request, handler);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    request.method() + " " + request.uri().getPath(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException("not JSON: " + text, e);
        }
    }

    /** Percent-encodes a value for a query. */
    public static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
