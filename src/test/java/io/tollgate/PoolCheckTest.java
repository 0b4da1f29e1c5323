package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.tollgate.db.EmbeddedPostgres;
import io.tollgate.db.PostgresUrl;
import io.tollgate.support.Load;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.nio.file.Path;
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
import org.junit.jupiter.api.io.TempDir;

/** The Postgres of the tests allows 100 connections, and keeps 3 of them for its superuser. */
class PoolCheckTest {
    private static final String ALLOWED = "allows 97 ";

    private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();
    private final Logger log = (Logger) org.slf4j.LoggerFactory.getLogger(PoolCheck.class);
    private final AppenderBase<ILoggingEvent> capture = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            events.add(event);
        }
    };

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

    private void look(Config config) {
        TestSeller.await(new PoolCheck(config).look(TestSeller.database()));
    }

    @Test
    void one_more_than_there_are_is_told_and_as_many_as_there_are_is_not() {
        look(config(62, Map.of()));
        assertThat(warningsOf(97)).isEmpty();
        look(config(63, Map.of()));
        assertThat(warningsOf(98)).singleElement().asString().contains(ALLOWED, "eventLoops (1)", "listPool (63)");
    }

    @Test
    void every_pool_counts() {
        assertThat(new PoolCheck(config(4, Map.of())).most()).isEqualTo(39);
        assertThat(new PoolCheck(config(4, Map.of("eventLoops", "3"))).most()).isEqualTo(3 * 16 + 23);
        assertThat(new PoolCheck(config(4, Map.of("database.searchPool", "12"))).most())
                .isEqualTo(49);
        assertThat(new PoolCheck(config(4, Map.of("database.getPool", "12"))).most())
                .isEqualTo(39 + 4 * 10);
        assertThat(new PoolCheck(config(4, Map.of("database.transactionPool", "18"))).most())
                .isEqualTo(39 + 3 * 10);
        assertThat(new PoolCheck(config(4, Map.of("processor.simulator", "false"))).most())
                .isEqualTo(29);
    }

    /** Behind a pooler, the connections of Postgres are not ours to count. */
    @Test
    void a_pooler_is_left_to_itself() {
        look(config(211, Map.of("database.directUrl", "postgres://u:p@127.0.0.1:1/none")));
        assertThat(warningsOf(246)).isEmpty();
        look(config(211, Map.of()));
        assertThat(warningsOf(246)).hasSize(1);
    }

    @Test
    void it_is_told_at_the_start_which_is_not_refused() {
        try (TestGateway gateway = TestGateway.start(Map.of("eventLoops", "2", "database.listPool", "333"))) {
            gateway.seller().live().get("/v1/payments").expect(200);
            assertThat(awaited(2 * 345 + 23)).singleElement().asString().contains(ALLOWED, "eventLoops (2)");
        }
    }

    @Test
    void a_database_that_comes_later_is_asked_when_it_is_there(@TempDir Path folder) throws SQLException {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, EmbeddedPostgres.Durability.NONE, line -> {});
                Connection door = DriverManager.getConnection(PostgresUrl.toJdbc(postgres.url()))) {
            door.createStatement().execute("ALTER DATABASE tollgate CONNECTION LIMIT 0");
            try (TestGateway gateway = TestGateway.start(Map.of(
                    "database.url", postgres.url(),
                    "waitForDatabase", "true",
                    "eventLoops", "1",
                    "database.listPool", "444"))) {
                new TestApi(gateway.managementUrl(), null).get("/health/ready").expect(503);
                assertThat(warningsOf(479)).isEmpty();
                door.createStatement().execute("ALTER DATABASE tollgate CONNECTION LIMIT -1");
                assertThat(awaited(479)).singleElement().asString().contains(ALLOWED, "listPool (444)");
            }
        }
    }

    private List<String> awaited(int connections) {
        for (int i = 0; i < 150 && warningsOf(connections).isEmpty(); i++) {
            Load.pause(100);
        }
        return warningsOf(connections);
    }
}
