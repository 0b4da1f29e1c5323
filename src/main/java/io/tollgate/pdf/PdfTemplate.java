package io.tollgate.pdf;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.OutputStream;

/** Draws one kind of document. Called on several worker threads at a time. */
public interface PdfTemplate {
    /** Returns the name of the kind. The digest covers it, so a changed layout needs a changed name. */
    String name();

    /**
     * Draws a document and writes its file. Equal content gives equal bytes. Does not close {@code out}.
     *
     * @throws java.util.concurrent.CancellationException if the time of the context is over
     */
    void render(JsonNode content, RenderContext context, OutputStream out);
}
