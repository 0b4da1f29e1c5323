package io.tollgate.platform.mail;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Lane;
import io.tollgate.platform.task.Share;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.tollgate.tools.demo.TestDatabase;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How sellers share the delivery of messages. */
class MailSharesTest {
    private static final String INSERT = """
            INSERT INTO mail_message (seller_id, livemode, id, purpose, subject_id, occasion, amount, recipient, state,
                                      attempts, due_at, created_at)
            SELECT '%1$s', true, lpad(to_hex(n), 24, '0'), 'REFUND', 'order-' || n, '', 0, '%2$s', 'PENDING', 0,
                   now() - interval '%3$s', now()
            FROM generate_series(1, %4$d) n
            """;

    @Test
    void sellerWithManyMessagesDelaysNoOther() throws IOException, SQLException {
        Vertx vertx = Vertx.vertx();
        try (TestDatabase server = new TestDatabase();
                Connection connection = DriverManager.getConnection(server.jdbcUrl());
                Statement statement = connection.createStatement();
                Database database = new Database(vertx, TestSettings.database(server.url(), "transactionPool=2"))) {
            for (String recipient : List.of("", "ada@example.com")) {
                statement.execute(INSERT.formatted("a".repeat(24), recipient, "1 hour", 2_000));
                statement.execute(INSERT.formatted("b".repeat(24), recipient, "1 minute", 1));
                boolean all = !recipient.isEmpty();
                Lane lane = MailLanes.of(MailSamples.settings(1)).usual();
                List<Share> shares = TestSeller.await(new MailStore(database).shares(lane, Instant.now(), all, 10));
                assertThat(shares)
                        .containsExactlyInAnyOrder(
                                new Share(new Scope("a".repeat(24), true), 9),
                                new Share(new Scope("b".repeat(24), true), 1));
                statement.execute("DELETE FROM mail_message");
            }
        } finally {
            TestSeller.await(vertx.close());
        }
    }
}
