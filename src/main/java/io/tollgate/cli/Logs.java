package io.tollgate.cli;

import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;

/** Where the log goes. Said through system properties, which must be set before anything logs. */
final class Logs {
    private static final String APPENDER = "tollgate.log.appender";
    private static final String FILE = "tollgate.log.file";

    private Logs() {}

    /** JSON, to a file or, for a dash, to stdout. */
    static void ofGateway(String logFile) {
        if (logFile.equals("-")) {
            System.setProperty(APPENDER, "STDOUT");
        } else {
            System.setProperty(APPENDER, "FILE");
            System.setProperty(FILE, logFile);
        }
    }

    /** Waits until what was logged is written. */
    static void flush() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.stop();
        }
    }
}
