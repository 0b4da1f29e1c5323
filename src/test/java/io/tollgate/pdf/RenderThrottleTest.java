package io.tollgate.pdf;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.pdf.document.Description;
import io.tollgate.pdf.document.PdfDocument;
import io.tollgate.pdf.font.Typefaces;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** When drawing goes at a walk, and that it does. */
class RenderThrottleTest {
    private static final Duration REST = Duration.ofMillis(300);

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
    private final RenderThrottle throttle = new RenderThrottle(REST, now::get);

    @Test
    void nobody_came_yet() {
        assertThat(throttle.isWalk()).isFalse();
    }

    @Test
    void others_came_a_moment_ago() {
        throttle.used();
        assertThat(throttle.isWalk()).isTrue();
        now.addAndGet(TimeUnit.MILLISECONDS.toNanos(19));
        assertThat(throttle.isWalk()).isTrue();
        now.addAndGet(TimeUnit.MILLISECONDS.toNanos(1));
        assertThat(throttle.isWalk()).isFalse();
    }

    @Test
    void without_a_rest_it_is_never_a_walk() {
        RenderThrottle run = new RenderThrottle(Duration.ZERO, now::get);
        run.used();
        assertThat(run.isWalk()).isFalse();
    }

    private static long millisOf(RenderThrottle throttle, Duration limit, int pages) {
        RenderContext context = new RenderContext(new Typefaces()).begin("0".repeat(32), limit, throttle);
        PdfDocument document =
                context.document(new Description("title", "author", "en", Instant.EPOCH, context.digest()));
        long begin = System.nanoTime();
        for (int page = 0; page < pages; page++) {
            document.page(100, 100).close();
        }
        return (System.nanoTime() - begin) / 1_000_000;
    }

    @Test
    void at_a_walk_there_is_a_rest_before_each_page() {
        throttle.used();
        assertThat(millisOf(throttle, Duration.ofSeconds(60), 3)).isGreaterThanOrEqualTo(900);
    }

    /** Fifty rests would take fifteen seconds, and the document has five: a page that came too late would throw. */
    @Test
    void a_long_document_does_not_rest_to_its_end() {
        throttle.used();
        assertThat(millisOf(throttle, Duration.ofSeconds(5), 50)).isGreaterThanOrEqualTo(1_000);
    }
}
