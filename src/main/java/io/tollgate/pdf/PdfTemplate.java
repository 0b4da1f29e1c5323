package io.tollgate.pdf;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.OutputStream;

/** A kind of document: how its content is drawn. Runs on worker threads, several at a time. */
public interface PdfTemplate {
    /** Names the kind; with its content it makes the digest, so a changed style needs a changed name. */
    String name();

    /**
     * Draws a document and writes its file. Equal content gives equal bytes. Does not close {@code out}.
     *
     * @throws java.util.concurrent.CancellationException if the time of the context is over
     */
    void render(JsonNode content, RenderContext context, OutputStream out);
}
