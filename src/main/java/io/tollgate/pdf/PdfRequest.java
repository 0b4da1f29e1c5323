package io.tollgate.pdf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A request for a document.
 *
 * @param digest 32 hexadecimal digits that identify template and content, and so the bytes of the document
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
