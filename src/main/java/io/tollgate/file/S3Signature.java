package io.tollgate.file;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs requests as S3 wants them signed: version 4, with the digest of the body and these headers. */
record S3Signature(String region, String accessKey, String secretKey) {
    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final String SIGNED = "host;x-amz-content-sha256;x-amz-date";

    /**
     * The headers that a request is sent with.
     *
     * @param path percent-encoded
     * @param query percent-encoded, names in their order
     */
    Map<String, String> headers(String method, String host, String path, String query, byte[] body, Instant now) {
        String moment = MOMENT.format(now);
        String day = moment.substring(0, 8);
        String digest = hex(sha256(body));
        String request = String.join(
                "\n",
                method,
                path,
                query,
                "host:" + host,
                "x-amz-content-sha256:" + digest,
                "x-amz-date:" + moment,
                "",
                SIGNED,
                digest);
        String scope = day + "/" + region + "/s3/aws4_request";
        String text = String.join(
                "\n", "AWS4-HMAC-SHA256", moment, scope, hex(sha256(request.getBytes(StandardCharsets.UTF_8))));
        byte[] key = hmac(("AWS4" + secretKey).getBytes(StandardCharsets.UTF_8), day);
        key = hmac(hmac(hmac(key, region), "s3"), "aws4_request");
        Map<String, String> headers = new TreeMap<>();
        headers.put("x-amz-content-sha256", digest);
        headers.put("x-amz-date", moment);
        headers.put(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=" + accessKey + "/" + scope + ", SignedHeaders=" + SIGNED + ", Signature="
                        + hex(hmac(key, text)));
        return headers;
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
