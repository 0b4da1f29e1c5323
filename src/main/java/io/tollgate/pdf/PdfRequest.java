package io.tollgate.pdf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.http.Sha256;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * A request for a document.
 *
 * @param digest 32 hexadecimal digits that identify template and content, and so the bytes of the document
 */
public record PdfRequest(String template, Buffer content, String digest) {

    public static PdfRequest of(PdfTemplate template, ObjectNode content) {
        byte[] json = content.toString().getBytes(StandardCharsets.UTF_8);
        MessageDigest sha = Sha256.digest();
        sha.update(template.name().getBytes(StandardCharsets.UTF_8));
        sha.update((byte) 0);
        return new PdfRequest(
                template.name(), Buffer.buffer(json), HexFormat.of().formatHex(sha.digest(json), 0, 16));
    }

    /** The strong validator of the document, quotes included. */
    public String etag() {
        return '"' + digest + '"';
    }
}
