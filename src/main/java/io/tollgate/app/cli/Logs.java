package io.tollgate.app.cli;

import ch.qos.logback.classic.LoggerContext;
import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.config.WrongSetting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.LoggerFactory;

/** Configures the log output through system properties, which must be set before the first log statement. */
final class Logs {
    private static final String APPENDER = "tollgate.log.appender";
    private static final String FILE = "tollgate.log.file";

    private Logs() {}

    /** Configures JSON output to a file, or to stdout for a dash. */
    static void ofGateway(String logFile) {
        if (logFile.equals("-")) {
            System.setProperty(APPENDER, "STDOUT");
        } else {
            requireWritable(Path.of(logFile));
            System.setProperty(APPENDER, "FILE");
            System.setProperty(FILE, logFile);
        }
    }

    /** Fails if the log file cannot be written, because Logback silently continues without it. */
    private static void requireWritable(Path file) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null && !Files.isDirectory(folder)) {
                Files.createDirectories(folder);
            }
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                    .close();
        } catch (IOException failed) {
            throw new WrongSetting(
                    "logFile: %s cannot be written: %s".formatted(file, StartRefused.reason(failed)), failed);
        }
    }

    /** Waits until all log events are written. */
    static void flush() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.stop();
        }
    }
}
