package io.tollgate.catalog.file;

import io.tollgate.platform.http.Sha256;
import io.tollgate.platform.secret.Secrets;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** Signs S3 requests with AWS Signature Version 4 over the body digest and three headers. */
record S3Signature(String region, String accessKey, String secretKey) {
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final String SIGNED = "host;x-amz-content-sha256;x-amz-date";

    /**
     * Returns the headers to add to a request.
     *
     * @param path percent-encoded
     * @param query percent-encoded, sorted by name
     */
    Map<String, String> headers(String method, String host, String path, String query, byte[] body, Instant now) {
        String timestamp = TIMESTAMP.format(now);
        String day = timestamp.substring(0, 8);
        String digest = hex(Sha256.digest().digest(body));
        String request = String.join(
                "\n",
                method,
                path,
                query,
                "host:" + host,
                "x-amz-content-sha256:" + digest,
                "x-amz-date:" + timestamp,
                "",
                SIGNED,
                digest);
        String scope = day + "/" + region + "/s3/aws4_request";
        String text = String.join(
                "\n",
                "AWS4-HMAC-SHA256",
                timestamp,
                scope,
                hex(Sha256.digest().digest(request.getBytes(StandardCharsets.UTF_8))));
        byte[] key = Secrets.hmac(("AWS4" + secretKey).getBytes(StandardCharsets.UTF_8), day);
        key = Secrets.hmac(Secrets.hmac(Secrets.hmac(key, region), "s3"), "aws4_request");
        Map<String, String> headers = new TreeMap<>();
        headers.put("x-amz-content-sha256", digest);
        headers.put("x-amz-date", timestamp);
        headers.put(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=" + accessKey + "/" + scope + ", SignedHeaders=" + SIGNED + ", Signature="
                        + hex(Secrets.hmac(key, text)));
        return headers;
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
