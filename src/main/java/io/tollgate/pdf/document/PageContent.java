package io.tollgate.pdf.document;

import java.io.IOException;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAppearanceStream;

/**
 * The operators of one page or form, in memory until it is complete. PDFBox writes shapes and images; {@link
 * TextWriter} writes text to the same buffer, because PDFBox encodes text by character and Tollgate by cluster.
 */
final class PageContent {
    private final ContentBuffer bytes = new ContentBuffer();
    private final PDPageContentStream shapes;
    private final TextWriter text;

    /** @param frame the resources that all pages and forms of the document share */
    PageContent(PDDocument file, PDAppearanceStream frame, FontSubsets fonts) {
        this.shapes = new PDPageContentStream(file, frame, bytes);
        this.text = new TextWriter(fonts, bytes);
    }

    PDPageContentStream shapes() {
        return shapes;
    }

    TextWriter text() {
        return text;
    }

    /** Returns the operators. Nothing can be drawn afterwards. */
    ContentBuffer finish() throws IOException {
        shapes.close();
        return bytes;
    }
}
