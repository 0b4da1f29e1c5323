package io.tollgate.platform.mail;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tollgate.platform.config.SettingsRecords;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.Eventually;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.tollgate.tools.demo.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The stop of an instance while it delivers messages one after the other. */
class MailStopTest {
    /** Less than the time for which a mail server can take to accept one message, and far above the limit of a stop. */
    private static final int STOP_MAX_SECONDS = 25;

    private static final Vertx VERTX = Vertx.vertx();
    private static TestDatabase server;
    private static Database database;

    private final FakeSmtp smtp = new FakeSmtp();
    private final MailSettings settings = SettingsRecords.copy(
            MailSamples.settings(smtp.port()), Map.of("connections", 1, "sendTimeoutMillis", 45_000));
    private final Scope scope = new Scope(Ids.next(Instant.now()), true);
    private final Instant due = Instant.now().truncatedTo(ChronoUnit.MILLIS).minusSeconds(1);

    @BeforeAll
    static void open() throws Exception {
        server = new TestDatabase();
        database = new Database(VERTX, TestSettings.database(server.url(), "transactionPool=4"));
    }

    @AfterAll
    static void close() throws Exception {
        database.close();
        TestSeller.await(VERTX.close());
        server.close();
    }

    @AfterEach
    void delete() {
        smtp.release();
        smtp.close();
        TestSeller.await(database.write(
                scope,
                transaction -> transaction
                        .preparedQuery("DELETE FROM mail_message WHERE seller_id = $1")
                        .execute(Tuple.of(scope.sellerId()))));
    }

    private static final class SameMail implements MailRenderer {
        @Override
        public Future<List<String>> recipients(QueuedMail mail) {
            return Future.succeededFuture(List.of());
        }

        @Override
        public Future<RenderedMail> render(QueuedMail mail) {
            return Future.succeededFuture(new RenderedMail("Ada", null, "Your order", "Hi\n", "<p>Hi</p>", List.of()));
        }
    }

    private void add(String recipient) {
        TestSeller.await(database.write(
                scope,
                transaction -> transaction
                        .preparedQuery("""
                        INSERT INTO mail_message (seller_id, livemode, id, purpose, subject_id, occasion, recipient,
                                                  state, attempts, due_at, created_at)
                        VALUES ($1, true, $2, 'ORDER_CONFIRMATION', 'order', '', $3, 'PENDING', 0, $4, $4)
                        """)
                        .execute(Tuple.of(scope.sellerId(), Ids.next(due), recipient, due.atOffset(ZoneOffset.UTC)))));
    }

    /** Returns the messages of a state with this number of attempts. */
    private List<Row> rows(String state, int attempts) {
        return TestSeller.await(database.get(
                        "SELECT recipient, due_at FROM mail_message"
                                + " WHERE seller_id = $1 AND state = $2 AND attempts = $3",
                        Tuple.of(scope.sellerId(), state, attempts)))
                .stream()
                .toList();
    }

    private void awaitReceived(int count) {
        assertThat(Eventually.isTrue(() -> smtp.received().size() == count)).isTrue();
    }

    private String deploy() {
        MailVerticle verticle = new MailVerticle(
                settings,
                Instant::now,
                new SimpleMeterRegistry(),
                vertx -> new Database(vertx, TestSettings.database(server.url(), "transactionPool=4")),
                (vertx, clients) -> new SameMail(),
                true);
        return TestSeller.await(VERTX.deployVerticle(verticle));
    }

    private MailDelivery delivery(SmtpTransport transport) {
        return new MailDelivery(
                new MailStore(database),
                new SameMail(),
                transport,
                Instant::now,
                settings,
                new MailMetrics(new SimpleMeterRegistry()));
    }

    @Test
    void aDeliveryInProgressIsFinished() {
        add("ada@example.com");
        smtp.holdReplies();
        String id = deploy();
        awaitReceived(1);
        Future<Void> stopped = VERTX.undeploy(id);
        assertThat(stopped.isComplete()).isFalse();
        smtp.release();
        TestSeller.await(stopped);
        assertThat(smtp.received()).hasSize(1);
        assertThat(rows("SENT", 1)).hasSize(1);
    }

    @Test
    void messagesOfTheRunAreDeliveredBeforeTheStop() {
        add("ada@example.com");
        add("ben@example.com");
        add("cy@example.com");
        smtp.holdReplies();
        String id = deploy();
        awaitReceived(1);
        Future<Void> stopped = VERTX.undeploy(id);
        smtp.release();
        TestSeller.await(stopped);
        assertThat(smtp.received())
                .extracting(FakeSmtp.Received::to)
                .doesNotHaveDuplicates()
                .hasSize(3);
        assertThat(rows("SENT", 1)).hasSize(3);
    }

    @Test
    void aMailServerThatDoesNotReplyDoesNotDelayTheStop() {
        add("ada@example.com");
        smtp.holdReplies();
        String id = deploy();
        awaitReceived(1);
        TestSeller.await(VERTX.undeploy(id).timeout(STOP_MAX_SECONDS, TimeUnit.SECONDS));
        assertThat(smtp.received()).hasSize(1);
    }

    /** Control: the run itself waits for the server longer than a stop does. */
    @Test
    void messagesThatWereNotBegunStayDueForOtherInstances() {
        add("ada@example.com");
        add("ben@example.com");
        add("cy@example.com");
        smtp.holdReplies();
        SmtpTransport transport = new SmtpTransport(VERTX, settings);
        MailDelivery delivery = delivery(transport);
        Future<Integer> run = delivery.run();
        awaitReceived(1);
        TestSeller.await(delivery.finish());
        assertThat(run.isComplete()).isFalse();
        assertThat(rows("PENDING", 0)).hasSize(2);
        smtp.release();
        TestSeller.await(run);
        transport.close();
        assertThat(rows("SENT", 1)).hasSize(1);
        assertThat(rows("PENDING", 0))
                .hasSize(2)
                .allSatisfy(row ->
                        assertThat(row.getOffsetDateTime("due_at").toInstant()).isEqualTo(due));
    }
}
