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
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Login links, for which someone waits, among other messages of the same seller. */
class MailLanesTest {
    private static final int OTHERS = 30;

    private final Scope scope = new Scope(Ids.next(Instant.now()), true);
    private final Instant now = Instant.now();

    private static final class SameMail implements MailRenderer {
        @Override
        public Future<List<String>> recipients(QueuedMail mail) {
            return Future.succeededFuture(List.of("ada@example.com"));
        }

        @Override
        public Future<RenderedMail> render(QueuedMail mail) {
            return Future.succeededFuture(new RenderedMail("Ada", null, "Hello", "Hi\n", "<p>Hi</p>", List.of()));
        }
    }

    private void add(Database database, MailPurpose purpose, Instant due, String recipient) {
        TestSeller.await(database.write(
                scope,
                transaction -> transaction
                        .preparedQuery("""
                        INSERT INTO mail_message (seller_id, livemode, id, purpose, subject_id, occasion, recipient,
                                                  state, lane, attempts, due_at, created_at)
                        VALUES ($1, true, $2, $3, $2, '', $4, 'PENDING', $5, 0, $6, $6)
                        """)
                        .execute(Tuple.of(
                                scope.sellerId(),
                                Ids.next(now),
                                purpose.name(),
                                recipient,
                                MailLanes.name(purpose),
                                due.atOffset(ZoneOffset.UTC)))));
    }

    private static int begun(Database database, String recipient) {
        return TestSeller.await(database.get(
                        "SELECT FROM mail_message WHERE recipient = $1 AND attempts > 0", Tuple.of(recipient)))
                .size();
    }

    /** The mail server replies to no message. The control is a message of another purpose. */
    @Test
    void aLoginLinkDoesNotWaitBehindOtherMessages() throws Exception {
        Vertx vertx = Vertx.vertx();
        FakeSmtp smtp = new FakeSmtp();
        MailSettings settings = SettingsRecords.copy(MailSamples.settings(smtp.port()), Map.of("connections", 2));
        SmtpTransport transport = new SmtpTransport(vertx, settings);
        try (TestDatabase server = new TestDatabase();
                Database database = new Database(vertx, TestSettings.database(server.url(), "transactionPool=4"))) {
            MailDelivery delivery = new MailDelivery(
                    new MailStore(database),
                    new SameMail(),
                    transport,
                    Instant::now,
                    settings,
                    new MailMetrics(new SimpleMeterRegistry()));
            for (int i = 0; i < OTHERS; i++) {
                add(database, MailPurpose.ORDER_CONFIRMATION, now.minusSeconds(60), "buyer" + i + "@example.com");
            }
            add(database, MailPurpose.ORDER_CONFIRMATION, now.minusSeconds(1), "control@example.com");
            smtp.holdReplies();
            TestSeller.await(delivery.begin());
            assertThat(Eventually.isTrue(() -> smtp.received().size() == 1)).isTrue();
            add(database, MailPurpose.PORTAL_LINK, now.minusSeconds(1), "ada@example.com");
            TestSeller.await(delivery.begin());
            assertThat(Eventually.isTrue(
                            () -> smtp.receivedBy("ada@example.com").size() == 1))
                    .isTrue();
            assertThat(smtp.received()).hasSize(2);
            assertThat(begun(database, "ada@example.com")).isOne();
            assertThat(begun(database, "control@example.com")).isZero();
        } finally {
            smtp.release();
            smtp.close();
            transport.close();
            TestSeller.await(vertx.close());
        }
    }

    @Test
    void theRateIsSharedAndEachLaneHasAConnection() {
        MailLanes lanes = MailLanes.of(MailSamples.settings(1));
        int connections = MailSamples.settings(1).connections();
        assertThat(lanes.urgent().inFlightMax() + lanes.usual().inFlightMax()).isEqualTo(connections);
    }
}
