package io.tollgate.pdf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What is to be drawn.
 *
 * @param digest 32 hexadecimal digits that stand for template and content, and so for the bytes that
 *     come of them
 */
public record PdfRequest(String template, Buffer content, String digest) {

    public static PdfRequest of(PdfTemplate template, ObjectNode content) {
        byte[] json = content.toString().getBytes(StandardCharsets.UTF_8);
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(template.name().getBytes(StandardCharsets.UTF_8));
            sha.update((byte) 0);
            String digest = HexFormat.of().formatHex(sha.digest(json), 0, 16);
            return new PdfRequest(template.name(), Buffer.buffer(json), digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The strong validator of the document, quotes included. */
    public String etag() {
        return '"' + digest + '"';
    }
}
