package io.tollgate.pdf;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.pdf.document.Description;
import io.tollgate.pdf.document.PdfDocument;
import io.tollgate.pdf.font.Typefaces;
import io.tollgate.support.SecondStage;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** When rendering is throttled, and that it pauses. */
class RenderThrottleTest {
    private static final Duration PAUSE = Duration.ofMillis(300);

    private final AtomicLong sinceRequest = new AtomicLong(Long.MAX_VALUE);
    private final RenderThrottle throttle = new RenderThrottle(PAUSE, sinceRequest::get);

    @Test
    void inactive_before_the_first_request() {
        assertThat(throttle.isActive()).isFalse();
    }

    @Test
    void active_for_20_ms_after_a_request() {
        sinceRequest.set(0);
        assertThat(throttle.isActive()).isTrue();
        sinceRequest.addAndGet(TimeUnit.MILLISECONDS.toNanos(19));
        assertThat(throttle.isActive()).isTrue();
        sinceRequest.addAndGet(TimeUnit.MILLISECONDS.toNanos(1));
        assertThat(throttle.isActive()).isFalse();
    }

    @Test
    void never_active_without_a_pause() {
        RenderThrottle none = new RenderThrottle(Duration.ZERO, () -> 0);
        assertThat(none.isActive()).isFalse();
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

    @SecondStage
    @Test
    void pauses_before_each_page() {
        sinceRequest.set(0);
        assertThat(millisOf(throttle, Duration.ofSeconds(60), 3)).isGreaterThanOrEqualTo(900);
    }

    /** Fifty pauses take 15 s; a page after the limit of 5 s would throw. */
    @SecondStage
    @Test
    void stops_pausing_before_the_time_limit() {
        sinceRequest.set(0);
        assertThat(millisOf(throttle, Duration.ofSeconds(5), 50)).isGreaterThanOrEqualTo(1_000);
    }
}
