package io.tollgate.pdf;

import com.fasterxml.jackson.databind.JsonNode;

/** A kind of document: how its content is drawn. Runs on worker threads, several at a time. */
public interface PdfTemplate {
    /** Names the kind; with its content it makes the digest, so a changed look needs a changed name. */
    String name();

    /** The finished file; nothing but the content may influence it. */
    byte[] print(JsonNode content, Press press);
}
