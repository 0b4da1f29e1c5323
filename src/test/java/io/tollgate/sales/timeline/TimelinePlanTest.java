package io.tollgate.sales.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.FirstColumn;
import io.tollgate.tools.demo.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The timeline of a record reads indexes, with one plan for all records, however much a seller has sold. */
class TimelinePlanTest {
    private static final String SELLER = "65f0c0ffee0123456789abcd";
    private static final String ID = "lpad(to_hex(n), 24, '0')";
    private static TestDatabase database;
    private static String plan;

    @BeforeAll
    static void fill() throws SQLException {
        database = new TestDatabase();
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl());
                Statement statement = connection.createStatement()) {
            insert(
                    statement,
                    "checkout (seller_id, livemode, id, page_id, status, amount, currency, order_json, claims,"
                            + " charge_id, order_id, email, hold_until, created_at, updated_at)",
                    ID + ", 'p', 'PAID', 1, 'eur', '{}', '[]', " + ID
                            + ", 'o' || n, 'a@example.com', now(), now(), now()");
            insert(
                    statement,
                    "payment_attempt (seller_id, livemode, id, checkout_id, status, processor_id, created_at)",
                    ID + ", " + ID + ", CASE WHEN n % 2 = 0 THEN 'CANCELED' ELSE 'SUCCEEDED' END, 'pi_' || n, now()");
            insert(
                    statement,
                    "processor_event (seller_id, livemode, id, type, object_id, payment_id, checkout_id,"
                            + " subscription_id, created_at, received_at)",
                    "'evt_' || n, CASE WHEN n % 3 = 0 THEN 'charge.refunded' ELSE 'payment_intent.succeeded' END, 'o',"
                            + " 'pi_' || n, CASE WHEN n % 3 = 1 THEN " + ID + " END, CASE WHEN n % 3 = 2 THEN " + ID
                            + " END, now(), now()");
            insert(
                    statement,
                    "mail_message (seller_id, livemode, id, purpose, subject_id, occasion, recipient, state, attempts,"
                            + " due_at, created_at)",
                    ID + ", 'ORDER_CONFIRMATION', " + ID + ", '', 'a@example.com', 'PENDING', 0, now(), now()");
            insert(
                    statement,
                    "event (seller_id, livemode, position, id, type, change_id, record_id, created_at)",
                    "n, 'evt_' || n, 'payment.paid', " + ID + ", " + ID + ", now()");
            insert(
                    statement,
                    "audit_entry (seller_id, livemode, id, created_at, route, record_id, record)",
                    "'65f0c0ff' || lpad(to_hex(n), 16, '0'), to_timestamp(x'65f0c0ff'::int), 'POST /v1/bookings', " + ID
                            + ", '{}'");
            statement.execute("ANALYZE");
            statement.execute("SET plan_cache_mode = force_generic_plan");
            statement.execute("PREPARE timeline (text, boolean, text, int, text[], text[]) AS " + TimelineReader.SQL);
            plan = String.join(
                    "\n",
                    FirstColumn.of(
                            connection,
                            "EXPLAIN EXECUTE timeline ('" + SELLER + "', true, '000000000000000000000001', 50,"
                                    + " '{ORDER_CONFIRMATION,REFUND}', '{EVENT}')"));
        }
    }

    private static void insert(Statement statement, String columns, String values) throws SQLException {
        statement.execute("INSERT INTO " + columns + " SELECT '" + SELLER + "', true, " + values
                + " FROM generate_series(1, 5000) n");
    }

    @AfterAll
    static void close() throws Exception {
        database.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "event_by_record",
                "checkout_charge",
                "payment_attempt_of_checkout",
                "payment_attempt_canceled",
                "processor_event_checkout",
                "processor_event_subscription",
                "processor_event_refund",
                "audit_entry_record_id",
                "mail_message_seller_id_livemode_purpose_subject_id_occasion_key"
            })
    void anIndexOfTheRecordIsRead(String index) {
        assertThat(plan).contains(index);
    }

    @Test
    void noTableIsReadAsAWhole() {
        assertThat(plan)
                .doesNotContain(
                        "Seq Scan on audit_entry",
                        "Seq Scan on checkout",
                        "Seq Scan on event ",
                        "Seq Scan on payment_attempt",
                        "Seq Scan on processor_event",
                        "Seq Scan on mail_message")
                .doesNotContain("processor_event_pkey", "payment_attempt_pkey");
    }
}
