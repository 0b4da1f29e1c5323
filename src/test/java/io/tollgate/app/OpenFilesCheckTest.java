package io.tollgate.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** With one event loop, an instance has 39 connections to Postgres. */
class OpenFilesCheckTest {
    private static final Config CONFIG = Config.of(Map.of("eventLoops", "1", "limits.connectionsMax", "1000"));
    private static final int NEEDED = 1_000 + 50 + 256;

    private static List<String> told(Config config, long allowed) {
        Logger log = (Logger) org.slf4j.LoggerFactory.getLogger(OpenFilesCheck.class);
        ListAppender<ILoggingEvent> capture = new ListAppender<>();
        capture.start();
        log.addAppender(capture);
        try {
            OpenFilesCheck.compare(config, allowed);
        } finally {
            log.detachAppender(capture);
        }
        return capture.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void fewer_files_than_connections_are_told_with_both_numbers() {
        assertThat(told(CONFIG, 64)).singleElement().asString().contains("may open 64 files", "need " + NEEDED);
        assertThat(told(CONFIG, NEEDED - 1)).hasSize(1);
    }

    @Test
    void enough_are_no_matter() {
        assertThat(told(CONFIG, NEEDED)).isEmpty();
    }
}
