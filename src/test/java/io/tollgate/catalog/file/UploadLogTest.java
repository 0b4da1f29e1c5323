package io.tollgate.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** What uploads write to the log. */
@Isolated("other tests make errors on purpose, which are logged")
class UploadLogTest {
    private static final int MAX = 10_000_000;
    private static final int LOG_MILLIS = 200;

    private final TestApi api = TestGateway.shared().seller().live();

    /** The rest of a rejected upload is read and dropped without an error in the log. */
    @Test
    void a_file_that_is_too_long_leaves_no_trace() throws InterruptedException {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        log.start();
        root.addAppender(log);
        for (int more : new int[] {1, 1_000, 10_000}) {
            FileSamples.upload(api, "file", "more.bin", new byte[MAX + more]).expect(413);
        }
        TimeUnit.MILLISECONDS.sleep(LOG_MILLIS);
        root.detachAppender(log);
        assertThat(log.list).noneMatch(event -> event.getLevel() == Level.ERROR);
    }
}
