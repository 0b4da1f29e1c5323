package io.tollgate.platform.mail;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.OwnShop;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Without a mail server, messages stay pending. The search for new ones, each second, must not read all of them. */
class MailIndexTest {
    @Test
    void messagesWithoutAnAddressAreFoundByAnIndex() throws SQLException {
        try (OwnShop shop = OwnShop.open(Map.of());
                Connection connection = shop.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("""
                    INSERT INTO mail_message (seller_id, livemode, id, purpose, subject_id, occasion, recipient, state,
                                              attempts, due_at, created_at)
                    SELECT (SELECT id FROM seller), true, lpad(to_hex(n), 24, '0'), 'ORDER_CONFIRMATION',
                           lpad(to_hex(n), 24, '0'), '', 'a@example.com', 'PENDING', 0, now(), now()
                    FROM generate_series(1, 5000) n
                    """);
            statement.execute("ANALYZE mail_message");
            StringBuilder plan = new StringBuilder();
            ResultSet rows = statement.executeQuery("EXPLAIN "
                    + MailStore.UNADDRESSED
                            .due()
                            .sql()
                            .replace("$1", "now()")
                            .replace("$2", "10")
                            .replace("$3", "'mail'"));
            while (rows.next()) {
                plan.append(rows.getString(1)).append('\n');
            }
            assertThat(plan).contains("mail_message_lane_unaddressed");
        }
    }
}
