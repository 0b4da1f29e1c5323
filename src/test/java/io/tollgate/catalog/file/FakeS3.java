package io.tollgate.catalog.file;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A small S3 server that verifies every signature against the request it received. */
final class FakeS3 implements AutoCloseable {
    static final String BUCKET = "goods";
    static final String ACCESS = "AKIDEXAMPLE";
    static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

    private static final Pattern AUTHORIZATION = Pattern.compile(
            "AWS4-HMAC-SHA256 Credential=([^/]+)/(\\d{8})/([^/]+)/s3/aws4_request, SignedHeaders=([^,]+), "
                    + "Signature=([0-9a-f]{64})");

    private final ConcurrentSkipListMap<String, byte[]> objects = new ConcurrentSkipListMap<>();
    private final HttpServer server;

    FakeS3() {
        try {
            server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/" + BUCKET, this::handle);
        server.start();
    }

    /** Returns settings that name this store, with the given secret key. */
    StorageSettings settings(String secretKey) {
        return new StorageSettings(Path.of(""), url(), BUCKET, "eu-west-1", ACCESS, secretKey, 0, 0, 1, 1);
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (!signed(exchange, body)) {
            answer(exchange, 403, new byte[0]);
            return;
        }
        String key = exchange.getRequestURI()
                .getPath()
                .substring(BUCKET.length() + 1)
                .replaceFirst("^/", "");
        switch (exchange.getRequestMethod()) {
            case "PUT" -> {
                objects.put(key, body);
                answer(exchange, 200, new byte[0]);
            }
            case "DELETE" -> {
                objects.remove(key);
                answer(exchange, 204, new byte[0]);
            }
            default -> {
                byte[] found = key.isEmpty() ? list(exchange) : objects.get(key);
                answer(exchange, found == null ? 404 : 200, found == null ? new byte[0] : found);
            }
        }
    }

    private byte[] list(HttpExchange exchange) {
        String after = Arrays.stream(exchange.getRequestURI().getQuery().split("&"))
                .filter(parameter -> parameter.startsWith("start-after="))
                .map(parameter -> parameter.substring("start-after=".length()))
                .findFirst()
                .orElse("");
        String entries = objects.tailMap(after, false).keySet().stream()
                .map(key -> "<Contents><ETag>&quot;x&quot;</ETag><Key>" + key + "</Key><LastModified>" + Instant.now()
                        + "</LastModified></Contents>")
                .collect(Collectors.joining());
        return ("<ListBucketResult>" + entries + "</ListBucketResult>").getBytes(StandardCharsets.UTF_8);
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    private static boolean signed(HttpExchange exchange, byte[] body) {
        Map<String, String> headers = exchange.getRequestHeaders().entrySet().stream()
                .collect(Collectors.toMap(
                        header -> header.getKey().toLowerCase(java.util.Locale.ROOT),
                        header -> header.getValue().get(0)));
        Matcher given = AUTHORIZATION.matcher(headers.getOrDefault("authorization", ""));
        String digest = hex(sha256(body));
        if (!given.matches() || !given.group(1).equals(ACCESS) || !digest.equals(headers.get("x-amz-content-sha256"))) {
            return false;
        }
        String moment = headers.get("x-amz-date");
        StringBuilder request = new StringBuilder(exchange.getRequestMethod()).append('\n');
        request.append(exchange.getRequestURI().getRawPath()).append('\n');
        String query = exchange.getRequestURI().getRawQuery();
        request.append(
                query == null ? "" : Arrays.stream(query.split("&")).sorted().collect(Collectors.joining("&")));
        request.append('\n');
        for (String name : given.group(4).split(";")) {
            request.append(name).append(':').append(headers.get(name)).append('\n');
        }
        request.append('\n').append(given.group(4)).append('\n').append(digest);
        String scope = given.group(2) + "/" + given.group(3) + "/s3/aws4_request";
        String text = "AWS4-HMAC-SHA256\n" + moment + "\n" + scope + "\n"
                + hex(sha256(request.toString().getBytes(StandardCharsets.UTF_8)));
        byte[] key = ("AWS4" + SECRET).getBytes(StandardCharsets.UTF_8);
        for (String step : new String[] {given.group(2), given.group(3), "s3", "aws4_request", text}) {
            key = hmac(key, step);
        }
        return hex(key).equals(given.group(5)) && moment.startsWith(given.group(2));
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
