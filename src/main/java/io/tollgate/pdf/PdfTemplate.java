package io.tollgate.pdf;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.OutputStream;

/** Renders one kind of document. Called on several worker threads concurrently. */
public interface PdfTemplate {
    /** Returns the name of the kind. The digest covers it, so a changed layout needs a changed name. */
    String name();

    /**
     * Renders a document and writes its file. Equal content gives equal bytes. Does not close {@code out}.
     *
     * @throws java.util.concurrent.CancellationException if the time limit of the context is exceeded
     */
    void render(JsonNode content, RenderContext context, OutputStream out);
}
