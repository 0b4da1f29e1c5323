package io.tollgate.pdf;

import io.tollgate.pdf.document.Compressor;
import io.tollgate.pdf.document.Description;
import io.tollgate.pdf.document.PdfDocument;
import io.tollgate.pdf.font.Typefaces;
import io.tollgate.pdf.text.Paragraphs;
import io.tollgate.pdf.text.Shaper;
import java.time.Duration;
import java.util.concurrent.CancellationException;

/** The state of one worker: caches of shaped text and formats, and the time limit of the current document. */
public final class RenderContext {
    private final Paragraphs paragraphs;
    private final Formats formats = new Formats();
    private final Compressor compressor = new Compressor();
    private String digest = "";
    private long end;
    private long pausingEnd;
    private RenderThrottle throttle = RenderThrottle.NONE;

    public RenderContext(Typefaces typefaces) {
        this.paragraphs = new Paragraphs(new Shaper(typefaces));
    }

    /** Starts a document that is not throttled. */
    public RenderContext begin(String jobDigest, Duration limit) {
        return begin(jobDigest, limit, RenderThrottle.NONE);
    }

    /** Starts a document. Throttling ends before its time limit, so that a long document is finished. */
    RenderContext begin(String jobDigest, Duration limit, RenderThrottle jobThrottle) {
        long now = System.nanoTime();
        this.digest = jobDigest;
        this.end = now + limit.toNanos();
        this.pausingEnd = now + RenderThrottle.pausing(limit).toNanos();
        this.throttle = jobThrottle;
        return this;
    }

    public Paragraphs paragraphs() {
        return paragraphs;
    }

    public Formats formats() {
        return formats;
    }

    /** Returns the identifier of the content, 32 hexadecimal digits. */
    public String digest() {
        return digest;
    }

    public PdfDocument document(Description description) {
        return new PdfDocument(description, this::beforePage, compressor);
    }

    private void beforePage() {
        long now = System.nanoTime();
        if (now - end > 0) {
            throw new CancellationException("the document exceeded its time limit");
        }
        if (now - pausingEnd < 0) {
            throttle.pause();
        }
    }
}
