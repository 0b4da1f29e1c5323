package io.tollgate.pdf.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** One memory serves document after document, and none of them shows. */
class DocumentMemoryTest {
    private static final Runnable NO_LIMIT = () -> {};

    private final DocumentMemory memory = new DocumentMemory();

    @Test
    void what_was_drawn_before_leaves_no_trace() {
        byte[] fresh = draw(new DocumentMemory(), 3, 40, NO_LIMIT);
        draw(memory, 700, 300, NO_LIMIT);
        assertThat(draw(memory, 3, 40, NO_LIMIT)).isEqualTo(fresh);
        assertThat(draw(memory, 3, 40, NO_LIMIT)).isEqualTo(fresh);
    }

    @Test
    void document_that_was_given_up_leaves_no_trace() {
        byte[] fresh = draw(new DocumentMemory(), 3, 40, NO_LIMIT);
        int[] pages = {0};
        assertThatThrownBy(() -> draw(memory, 20, 40, () -> {
                    if (++pages[0] > 10) {
                        throw new CancellationException();
                    }
                }))
                .isInstanceOf(CancellationException.class);
        assertThat(draw(memory, 3, 40, NO_LIMIT)).isEqualTo(fresh);
    }

    @Test
    void what_a_large_document_needed_is_not_kept() {
        byte[] large = draw(memory, 700, 300, NO_LIMIT);
        assertThat(large).hasSizeGreaterThan(1024 * 1024);
        draw(memory, 1, 1, NO_LIMIT);
        assertThat(memory.file.array().length).isLessThanOrEqualTo(1024 * 1024);
    }

    /** Rectangles that no packing makes small. */
    private static byte[] draw(DocumentMemory memory, int pages, int rectangles, Runnable deadline) {
        Random random = new Random(7);
        PdfDocument document = new PdfDocument(
                new PdfDocument.Description("title", "author", "en", Instant.EPOCH, "0".repeat(32)), deadline, memory);
        for (int page = 0; page < pages; page++) {
            try (Canvas canvas = document.page(100, 100)) {
                Tag figure = document.structure().figure("drawing " + page, 0, 0, 100, 100);
                canvas.tagged(figure, () -> {
                    for (int i = 0; i < rectangles; i++) {
                        canvas.ink(new Ink(random.nextInt(256), random.nextInt(256), random.nextInt(256)));
                        canvas.rectangle(random.nextFloat() * 100, random.nextFloat() * 100, 7, 5);
                    }
                });
            }
        }
        return document.bytes();
    }
}
