package io.tollgate.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.db.TestServer;
import io.tollgate.support.Eventually;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With one event loop, an instance has {@link #OTHERS} connections besides those for lists. */
class PoolCheckTest {
    private static final int OTHERS = 46;
    private static final int ALLOWED = shown("max_connections") - shown("superuser_reserved_connections");
    private static final String TOLD = "allows " + ALLOWED + " ";

    private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();
    private final Logger log = (Logger) org.slf4j.LoggerFactory.getLogger(PoolCheck.class);
    private final AppenderBase<ILoggingEvent> capture = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            events.add(event);
        }
    };

    private static int shown(String setting) {
        return Integer.parseInt(
                TestSeller.rows("SHOW " + setting).iterator().next().getString(0));
    }

    @BeforeEach
    void listen() {
        capture.start();
        log.addAppender(capture);
    }

    @AfterEach
    void stopListening() {
        log.detachAppender(capture);
    }

    /** Gateways of other tests may be starting. */
    private List<String> warningsOf(int connections) {
        return events.stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains(" " + connections + " "))
                .toList();
    }

    private static Config config(int listPool, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "database.url",
                TestDatabase.url(),
                "eventLoops",
                "1",
                "database.listPool",
                Integer.toString(listPool)));
        settings.putAll(more);
        return Config.of(settings);
    }

    private void check(Config config) {
        TestSeller.await(new PoolCheck(config).check(TestSeller.database()));
    }

    @Test
    void one_more_than_there_are_is_told_and_as_many_as_there_are_is_not() {
        check(config(ALLOWED - OTHERS, Map.of()));
        assertThat(warningsOf(ALLOWED)).isEmpty();
        check(config(ALLOWED - OTHERS + 1, Map.of()));
        assertThat(warningsOf(ALLOWED + 1)).singleElement().asString().contains(TOLD, "eventLoops (1)");
    }

    @Test
    void every_pool_counts() {
        assertThat(new PoolCheck(config(4, Map.of())).maximum()).isEqualTo(50);
        assertThat(new PoolCheck(config(4, Map.of("eventLoops", "3"))).maximum())
                .isEqualTo(3 * 23 + 27);
        assertThat(new PoolCheck(config(4, Map.of("database.searchPool", "12"))).maximum())
                .isEqualTo(60);
        assertThat(new PoolCheck(config(4, Map.of("database.getPool", "12"))).maximum())
                .isEqualTo(50 + 4 * 10);
        assertThat(new PoolCheck(config(4, Map.of("database.transactionPool", "18"))).maximum())
                .isEqualTo(50 + 3 * 10);
        assertThat(new PoolCheck(config(4, Map.of("database.buyerPool", "16"))).maximum())
                .isEqualTo(60);
        assertThat(new PoolCheck(config(4, Map.of("processor.simulator", "false"))).maximum())
                .isEqualTo(40);
    }

    /** Behind a pooler, the connections of Postgres cannot be counted. */
    @Test
    void a_pooler_is_left_to_itself() {
        check(config(ALLOWED + 11, Map.of("database.directUrl", "postgres://u:p@127.0.0.1:1/none")));
        assertThat(warningsOf(ALLOWED + 11 + OTHERS)).isEmpty();
        check(config(ALLOWED + 11, Map.of()));
        assertThat(warningsOf(ALLOWED + 11 + OTHERS)).hasSize(1);
    }

    @Test
    void it_is_told_at_the_start_which_is_not_refused() {
        try (TestGateway gateway = TestGateway.startPatient(Map.of("eventLoops", "2", "database.listPool", "533"))) {
            gateway.seller().live().get("/v1/payments").expect(200);
            assertThat(awaited(2 * 552 + 27)).singleElement().asString().contains(TOLD, "eventLoops (2)");
        }
    }

    @Test
    void a_database_that_comes_later_is_asked_when_it_is_there() throws SQLException {
        String url = TestServer.create();
        String limit = "ALTER DATABASE " + url.substring(url.lastIndexOf('/') + 1) + " CONNECTION LIMIT ";
        try (Connection door = DriverManager.getConnection(PostgresUrl.toJdbc(url))) {
            door.createStatement().execute(limit + 0);
            try (TestGateway gateway = TestGateway.startPatient(Map.of(
                    "database.url", url,
                    "waitForDatabase", "true",
                    "eventLoops", "1",
                    "database.listPool", "644"))) {
                new TestApi(gateway.managementUrl(), null).get("/health/ready").expect(503);
                assertThat(warningsOf(644 + OTHERS)).isEmpty();
                door.createStatement().execute(limit + -1);
                assertThat(awaited(644 + OTHERS)).singleElement().asString().contains(TOLD, "listPool (644)");
            }
        }
        TestServer.drop(url);
    }

    private List<String> awaited(int connections) {
        assertThat(Eventually.isTrue(() -> !warningsOf(connections).isEmpty())).isTrue();
        return warningsOf(connections);
    }
}
