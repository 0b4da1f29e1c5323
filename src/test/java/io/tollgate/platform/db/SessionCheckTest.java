package io.tollgate.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The check of database sessions that cannot do everything Tollgate needs; poolers have tests of their own. */
class SessionCheckTest {
    private static List<String> told(String url) {
        DatabaseSettings settings = TestSettings.database(url, "queueMax=10", "statementTimeoutMillis=10000");
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
        String url = TestServer.create();
        assertThat(told(url)).noneMatch(line -> line.contains("is read-only"));
        try (Connection operator = DriverManager.getConnection(PostgresUrl.toJdbc(url));
                Statement statement = operator.createStatement()) {
            String name = url.substring(url.lastIndexOf('/') + 1);
            statement.execute("ALTER DATABASE " + name + " SET default_transaction_read_only = on");
        }
        assertThat(told(url)).anyMatch(line -> line.contains("is read-only"));
        TestServer.drop(url);
    }
}
