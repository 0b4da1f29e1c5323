package io.tollgate.pdf;

import io.tollgate.pdf.document.DocumentMemory;
import io.tollgate.pdf.document.PdfDocument;
import io.tollgate.pdf.font.Typefaces;
import io.tollgate.pdf.text.Paragraphs;
import io.tollgate.pdf.text.Shaper;
import java.time.Duration;
import java.util.concurrent.CancellationException;

/** The tools of one worker: it remembers what it shaped before, and knows how long it may take. */
public final class Press {
    private final Paragraphs paragraphs;
    private final Formats formats = new Formats();
    private final DocumentMemory memory = new DocumentMemory();
    private String digest = "";
    private long end;

    public Press(Typefaces typefaces) {
        this.paragraphs = new Paragraphs(new Shaper(typefaces));
    }

    /** Begins a job. */
    public Press begin(String jobDigest, Duration limit) {
        this.digest = jobDigest;
        this.end = System.nanoTime() + limit.toNanos();
        return this;
    }

    public Paragraphs paragraphs() {
        return paragraphs;
    }

    public Formats formats() {
        return formats;
    }

    /** Names the content that is being drawn. */
    public String digest() {
        return digest;
    }

    public PdfDocument document(PdfDocument.Description description) {
        return new PdfDocument(description, this::checkTime, memory);
    }

    private void checkTime() {
        if (System.nanoTime() - end > 0) {
            throw new CancellationException("the document took longer than it may");
        }
    }
}
