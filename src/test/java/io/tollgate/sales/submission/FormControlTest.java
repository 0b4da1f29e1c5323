package io.tollgate.sales.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.support.Buyer;
import io.tollgate.support.TestShop;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What would happen without a protection of submissions. */
class FormControlTest {
    private final TestShop shop = TestShop.open();

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "submitted_form_once # DROP INDEX submitted_form_once # reverse(id)",
                "submitted_form_pkey # ALTER TABLE submitted_form DROP CONSTRAINT submitted_form_pkey # id"
            })
    void withoutItsConstraintASecondSubmissionIsTaken(String constraint, String drop, String id) throws SQLException {
        var shelf = shop.form("{'name': 'List', 'formDetails': {'limitSubmissions': {'enabled': true}}}");
        new Buyer(shop.gateway().url(), "ada@example.com").order(shelf.path()).expect(303);
        String email = id.equals("id") ? "'other@example.com'" : "email";
        String second =
                "INSERT INTO submitted_form (seller_id, livemode, id, submission_id, page_id, email, created_at)"
                        + " SELECT seller_id, livemode, " + id + ", reverse(submission_id), page_id, " + email
                        + ", now() FROM submitted_form WHERE seller_id = '"
                        + shop.seller().id() + "'";
        try (Connection connection = DriverManager.getConnection(
                        PostgresUrl.toJdbc(shop.gateway().databaseUrl()));
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            Savepoint before = connection.setSavepoint();
            assertThatThrownBy(() -> statement.executeUpdate(second)).hasMessageContaining(constraint);
            connection.rollback(before);
            statement.execute(drop);
            assertThat(statement.executeUpdate(second)).isEqualTo(1);
            connection.rollback();
        }
    }
}
