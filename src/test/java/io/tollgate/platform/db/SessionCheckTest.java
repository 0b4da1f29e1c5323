package io.tollgate.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The check of database sessions that cannot do everything Tollgate needs; poolers have tests of their own. */
class SessionCheckTest {
    @TempDir
    private Path folder;

    private static List<String> told(FaultyPostgres postgres) {
        DatabaseSettings settings =
                TestSettings.database(postgres.url(), "queueMax=10", "statementTimeoutMillis=10000");
        Logger logger = (Logger) LoggerFactory.getLogger(SessionCheck.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try {
            TestSeller.await(SessionCheck.check(TestGateway.shared().vertx(), settings));
        } finally {
            logger.detachAppender(log);
        }
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void database_without_writes_is_told_of() throws SQLException {
        try (FaultyPostgres postgres = FaultyPostgres.start(folder.resolve("data"))) {
            assertThat(told(postgres)).noneMatch(line -> line.contains("is read-only"));
            try (Connection operator = postgres.connectAsOperator();
                    Statement statement = operator.createStatement()) {
                statement.execute("ALTER ROLE tollgate SET default_transaction_read_only = on");
            }
            assertThat(told(postgres)).anyMatch(line -> line.contains("is read-only"));
        }
    }
}
