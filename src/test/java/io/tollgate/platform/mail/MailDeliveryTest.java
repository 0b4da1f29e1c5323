package io.tollgate.platform.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.mail.FakeSmtp.Received;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.tollgate.tools.demo.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The outbox and its delivery to a mail server that fails in all the ways mail servers fail. */
class MailDeliveryTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static TestDatabase server;
    private static Database database;

    private final FakeSmtp smtp = new FakeSmtp();
    private final MailSettings settings = MailSamples.settings(smtp.port());
    private final SmtpTransport transport = new SmtpTransport(VERTX, settings);
    private final Scope scope = new Scope(Ids.next(Instant.now()), true);
    private Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private RenderedMail rendered = mail("Your order", "Ada’s shop 🎪");

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
    void stop() {
        await(database.write(
                scope,
                transaction -> transaction
                        .preparedQuery("DELETE FROM mail_message WHERE seller_id = $1")
                        .execute(Tuple.of(scope.sellerId()))));
        transport.close();
        smtp.close();
    }

    private static <T> T await(Future<T> future) {
        return TestSeller.await(future);
    }

    private static RenderedMail mail(String subject, String sender) {
        return new RenderedMail(
                sender,
                "seller@example.com",
                subject,
                "Grüße\n",
                "<p>Grüße</p>",
                List.of(new RenderedMail.Attachment("a.pdf", "application/pdf", Buffer.buffer("%PDF"))));
    }

    /** Renders the same message for all. Its recipients are two. */
    private final class SameMail implements MailRenderer {
        @Override
        public Future<List<String>> recipients(QueuedMail mail) {
            return Future.succeededFuture(List.of("ada@example.com", "ben@example.com"));
        }

        @Override
        public Future<RenderedMail> render(QueuedMail mail) {
            return mail.subjectId().startsWith("gone")
                    ? Future.failedFuture(new UnusableSubject("the record does not exist"))
                    : Future.succeededFuture(rendered);
        }
    }

    private MailDelivery delivery() {
        return new MailDelivery(
                new MailStore(database),
                new SameMail(),
                transport,
                () -> now,
                settings,
                new MailMetrics(new SimpleMeterRegistry()),
                pause -> 0);
    }

    private void enqueue(String subjectId) {
        await(database.write(
                scope,
                transaction -> MailOutbox.insert(
                        transaction, scope, MailPurpose.ORDER_CONFIRMATION, subjectId, MailOccasion.ONLY, now)));
    }

    /** Adds a message whose recipient is known. */
    private void add(String subjectId, String recipient) {
        await(database.write(
                scope,
                transaction -> transaction
                        .preparedQuery("""
                        INSERT INTO mail_message (seller_id, livemode, id, purpose, subject_id, occasion, recipient,
                                                  state, attempts, due_at, created_at)
                        VALUES ($1, true, $2, 'ORDER_CONFIRMATION', $3, '', $4, 'PENDING', 0, $5, $5)
                        """)
                        .execute(Tuple.of(
                                scope.sellerId(), Ids.next(now), subjectId, recipient, now.atOffset(ZoneOffset.UTC)))));
    }

    private Row row(String recipient) {
        return await(database.get(
                        "SELECT state, attempts, failure_kind, failure FROM mail_message"
                                + " WHERE seller_id = $1 AND recipient = $2",
                        Tuple.of(scope.sellerId(), recipient)))
                .iterator()
                .next();
    }

    private void run() {
        await(delivery().run());
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    @Test
    void sendsToEachRecipientOnceHoweverOftenItIsEnqueued() {
        enqueue("order");
        enqueue("order");
        run();
        run();
        enqueue("order");
        run();
        run();
        assertThat(smtp.received().stream().map(Received::to))
                .containsExactlyInAnyOrder("ada@example.com", "ben@example.com");
        assertThat(row("ada@example.com").getString("state")).isEqualTo("SENT");
        Received mail = smtp.receivedBy("ada@example.com").get(0);
        assertThat(mail.header("To")).isEqualTo("ada@example.com");
        assertThat(mail.decoded("From")).isEqualTo("Ada’s shop 🎪<shop@example.com>");
        assertThat(mail.header("Reply-To")).isEqualTo("seller@example.com");
        assertThat(mail.header("Message-ID")).matches("<[0-9a-f]{24}\\.live@example\\.com>");
        assertThat(mail.text("plain")).contains("Grüße");
        assertThat(mail.text("html")).contains("<p>Grüße</p>");
        assertThat(mail.attachment("a.pdf")).asString(StandardCharsets.US_ASCII).isEqualTo("%PDF");
    }

    @Test
    void nothingIsSentForAWriteThatWasRolledBack() {
        assertThatThrownBy(() -> await(database.write(
                        scope,
                        transaction -> MailOutbox.insert(
                                        transaction, scope, MailPurpose.REFUND, "order", MailOccasion.ONLY, now)
                                .compose(inserted -> Future.failedFuture("the write fails")))))
                .hasMessageContaining("the write fails");
        run();
        run();
        assertThat(smtp.received()).isEmpty();
    }

    @Test
    void retriesATemporaryFailureLater() {
        add("order", "ada@example.com");
        smtp.replyToRecipient("451 try again");
        run();
        assertThat(row("ada@example.com").getString("state")).isEqualTo("PENDING");
        assertThat(row("ada@example.com").getString("failure")).contains("recipient");
        run();
        assertThat(smtp.received()).isEmpty();
        pass(Duration.ofSeconds(31));
        run();
        assertThat(smtp.received()).hasSize(1);
        assertThat(row("ada@example.com").getString("state")).isEqualTo("SENT");
        assertThat(row("ada@example.com").getInteger("attempts")).isEqualTo(2);
    }

    @Test
    void failsAtOnceIfTheServerRejectsTheRecipient() {
        add("order", "ada@example.com");
        add("order", "ben@example.com");
        smtp.replyToRecipient("550 no such user");
        run();
        assertThat(List.of(row("ada@example.com"), row("ben@example.com")))
                .extracting(row -> row.getString("state") + row.getString("failure_kind"))
                .containsExactlyInAnyOrder("FAILEDRECIPIENT", "SENTnull");
        pass(Duration.ofDays(1));
        run();
        assertThat(smtp.received()).hasSize(1);
    }

    @Test
    void aRejectedMessageConcernsTheServerNotTheRecipient() {
        add("order", "ada@example.com");
        smtp.replyToData("554 looks like spam");
        run();
        assertThat(row("ada@example.com").getString("failure_kind")).isEqualTo("SERVER");
        assertThat(row("ada@example.com").getString("failure")).contains("554");
    }

    @Test
    void failsAfterTheLastAttempt() {
        add("order", "ada@example.com");
        for (int i = 0; i < 3; i++) {
            smtp.replyToRecipient("451 try again");
            run();
            pass(Duration.ofHours(1));
        }
        run();
        assertThat(row("ada@example.com").getString("state")).isEqualTo("FAILED");
        assertThat(row("ada@example.com").getString("failure")).contains("451");
        assertThat(smtp.received()).isEmpty();
    }

    /** The server accepted the message, but the gateway does not learn that: the message is sent again, as the same. */
    @Test
    void aLostReplyRepeatsTheMessageWithItsId() {
        add("order", "ada@example.com");
        smtp.replyToData("");
        run();
        pass(Duration.ofMinutes(5));
        run();
        assertThat(smtp.received()).hasSize(2);
        assertThat(smtp.received().get(0).header("Message-ID"))
                .isNotEmpty()
                .isEqualTo(smtp.received().get(1).header("Message-ID"));
        assertThat(row("ada@example.com").getString("state")).isEqualTo("SENT");
    }

    @Test
    void instancesShareTheWork() {
        for (int i = 0; i < 20; i++) {
            add("order" + i, "ada" + i + "@example.com");
        }
        await(Future.join(delivery().run(), delivery().run(), delivery().run()));
        assertThat(smtp.received().stream().map(Received::to)).hasSize(20).doesNotHaveDuplicates();
    }

    @Test
    void aMessageThatCannotBeSentDoesNotStopTheOthers() {
        add("order", "not an address");
        add("order2", "jürgen@example.com");
        add("gone", "ben@example.com");
        add("order3", "ada@bücher.example");
        run();
        assertThat(smtp.received()).hasSize(1);
        assertThat(smtp.received().get(0).to()).isEqualTo("ada@xn--bcher-kva.example");
        assertThat(row("not an address").getString("failure_kind")).isEqualTo("RECIPIENT");
        assertThat(row("jürgen@example.com").getString("failure_kind")).isEqualTo("RECIPIENT");
        assertThat(row("ben@example.com").getString("failure_kind")).isEqualTo("CONTENT");
    }

    @Test
    void oldMessagesAreNotSentAnyMore() {
        add("order", "ada@example.com");
        pass(Duration.ofDays(4));
        run();
        assertThat(smtp.received()).isEmpty();
        assertThat(row("ada@example.com").getString("failure_kind")).isEqualTo("EXPIRED");
    }

    @Test
    void textsCannotAddHeaders() {
        rendered = mail(
                "Hello\r\nBcc: eve@example.com\u2028\u202e" + "x".repeat(400), "Eve\" <eve@example.com>\r\nX-Evil: 1");
        add("order", "ada@example.com");
        run();
        Received mail = smtp.received().get(0);
        assertThat(mail.header("Bcc")).isEmpty();
        assertThat(mail.header("X-Evil")).isEmpty();
        assertThat(mail.header("From")).endsWith("<shop@example.com>").containsOnlyOnce("<");
        assertThat(mail.decoded("Subject"))
                .startsWith("Hello Bcc: eve@example.com")
                .hasSizeLessThan(210);
    }
}
