package io.tollgate.platform.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import io.tollgate.support.Load;
import io.tollgate.support.SecondStage;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

/** The log file never exceeds its share of the disk, even if much is written at once. */
@SecondStage
@Timeout(180)
class LogFileTest {
    private static final int FILE_BYTES = 50 * 1024 * 1024;
    private static final int LINE_BYTES = 60 * 1024;

    @TempDir
    Path folder;

    private final LoggerContext context = new LoggerContext();

    private Logger logger(Path file) throws Exception {
        context.setMDCAdapter(new LogbackMDCAdapter());
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        String configuration = """
                <configuration>
                  <property name="tollgate.log.file" value="%s" />
                  <include resource="log/FILE.xml" />
                  <root level="INFO"><appender-ref ref="LOG" /></root>
                </configuration>
                """.formatted(file);
        configurator.doConfigure(new ByteArrayInputStream(configuration.getBytes(StandardCharsets.UTF_8)));
        return context.getLogger("test");
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    @Test
    void a_file_that_is_full_is_put_aside_at_the_next_line_after_a_second() throws Exception {
        Path file = folder.resolve("tollgate.log");
        Logger logger = logger(file);
        String line = "x".repeat(LINE_BYTES);
        for (int written = 0; written < FILE_BYTES; written += LINE_BYTES) {
            logger.info(line);
        }
        Path aside = folder.resolve("tollgate.log.1");
        // On a slow machine, the file may be put aside before the last line.
        for (int i = 0; i < 6_000 && file.toFile().length() < FILE_BYTES && !Files.exists(aside); i++) {
            Load.pause(10);
        }
        assertThat(Files.exists(aside) || file.toFile().length() >= FILE_BYTES).isTrue();
        Load.pause(1_100);
        logger.info("one more");
        for (int i = 0; i < 6_000 && !Files.exists(aside); i++) {
            Load.pause(10);
        }
        assertThat(aside).exists();
    }
}
