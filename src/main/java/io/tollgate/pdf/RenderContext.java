package io.tollgate.pdf;

import io.tollgate.pdf.document.Compressor;
import io.tollgate.pdf.document.Description;
import io.tollgate.pdf.document.PdfDocument;
import io.tollgate.pdf.font.Typefaces;
import io.tollgate.pdf.text.Paragraphs;
import io.tollgate.pdf.text.Shaper;
import java.time.Duration;
import java.util.concurrent.CancellationException;

/** The tools of one worker: it remembers what it shaped before, and knows how long it may take. */
public final class RenderContext {
    private final Paragraphs paragraphs;
    private final Formats formats = new Formats();
    private final Compressor compressor = new Compressor();
    private String digest = "";
    private long end;
    private long restingEnd;
    private RenderThrottle throttle = RenderThrottle.RUN;

    public RenderContext(Typefaces typefaces) {
        this.paragraphs = new Paragraphs(new Shaper(typefaces));
    }

    /** Begins a job that is done as fast as it goes. */
    public RenderContext begin(String jobDigest, Duration limit) {
        return begin(jobDigest, limit, RenderThrottle.RUN);
    }

    /** Begins a job. One that began late, or is long, does not rest to its end. */
    RenderContext begin(String jobDigest, Duration limit, RenderThrottle jobThrottle) {
        long now = System.nanoTime();
        this.digest = jobDigest;
        this.end = now + limit.toNanos();
        this.restingEnd = now + RenderThrottle.resting(limit).toNanos();
        this.throttle = jobThrottle;
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

    public PdfDocument document(Description description) {
        return new PdfDocument(description, this::beforePage, compressor);
    }

    private void beforePage() {
        long now = System.nanoTime();
        if (now - end > 0) {
            throw new CancellationException("the document took longer than it may");
        }
        if (now - restingEnd < 0) {
            throttle.rest();
        }
    }
}
