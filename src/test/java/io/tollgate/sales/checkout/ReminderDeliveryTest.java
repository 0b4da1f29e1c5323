package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.mail.FakeSmtp;
import io.tollgate.platform.mail.FakeSmtp.Received;
import io.tollgate.platform.mail.MailSamples;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Eventually;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.tools.demo.TestDatabase;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reminders that the mail server accepts only later: meanwhile, the buyer does something. */
class ReminderDeliveryTest {
    private static final AtomicInteger BUYERS = new AtomicInteger();
    private static final FakeSmtp SMTP = new FakeSmtp();
    private static final String PAGE = """
            {"name": "Box", "testmode": true, "productData": {"title": "Box", "prices": [{"amount": 1000,
             "currency": "eur", "recurring": {"interval": "month", "intervalCount": 1}}]}}
            """;

    private static TestDatabase database;
    private static TestGateway gateway;
    private static TestApi api;

    private final String email = "buyer" + BUYERS.incrementAndGet() + "@example.com";
    private final Buyer buyer = new Buyer(gateway.url(), email);

    @BeforeAll
    static void start() throws Exception {
        database = new TestDatabase();
        gateway = TestGateway.start(MailSamples.gateway(TestGateway.PATIENT, database.url(), SMTP.port()));
        api = gateway.api(gateway.keys().create("teashop", false, "test").key());
        gateway.accounts().connectSimulator("teashop");
        api.patch("/v1/account", CartScene.ON).expect(200);
    }

    @AfterAll
    static void stop() throws Exception {
        gateway.close();
        database.close();
        SMTP.close();
    }

    /** The next message to the mail server is then one of the next test. */
    @AfterEach
    void waitUntilAllAreSent() {
        run("DELETE FROM processor_task WHERE kind = 'FOLLOW_DRAFT'");
        assertThat(Eventually.isTrue(() -> one("SELECT id FROM mail_message WHERE state = 'PENDING'")
                        .isEmpty()))
                .isTrue();
    }

    private enum Meanwhile {
        /** The control: the reminder is sent. */
        NOTHING,
        BUYER_ORDERS,
        BUYER_PAYS,
        BUYER_STOPS_REMINDERS,
        BUYER_CHANGES_ADDRESS,
        /** The message had no recipient yet: it must not go to an address that was not claimed. */
        ADDRESS_OF_A_STRANGER,
        PAGE_IS_ARCHIVED
    }

    private static void run(String sql) {
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String one(String sql) {
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl())) {
            return FirstColumn.of(connection, sql).stream().findFirst().orElse("");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String page() {
        return api.post("/v1/checkout-pages", PAGE)
                .expect(201)
                .json()
                .at("/data/slug")
                .textValue();
    }

    private void leave(String path) {
        buyer.post(path + "/cart", buyer.form(buyer.get(path))).expect(204);
        api.post("/v1/test-clock", "{\"advance\": \"PT1H\"}").expect(200);
    }

    private void act(Meanwhile meanwhile, String path) {
        switch (meanwhile) {
            case NOTHING -> {}
            case BUYER_ORDERS -> buyer.order(path).expect(303);
            case BUYER_PAYS -> {
                Shown order = buyer.order(path).expect(303);
                assertThat(buyer.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
                buyer.comeBack(order.path()).expect(200);
            }
            case BUYER_STOPS_REMINDERS ->
                run("UPDATE reminder_recipient SET refused_at = now() WHERE email = '" + email + "'");
            case BUYER_CHANGES_ADDRESS, ADDRESS_OF_A_STRANGER -> {
                Map<String, String> form = buyer.form(buyer.get(path));
                form.replaceAll((name, value) -> value.equals(email) ? "stranger" + email : value);
                buyer.post(path + "/cart", form).expect(204);
            }
            case PAGE_IS_ARCHIVED -> {
                String id = one("SELECT page_id FROM checkout_draft WHERE email = '" + email + "'");
                api.patch("/v1/checkout-pages/" + id, "{\"status\": \"archived\"}")
                        .expect(200);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void lateReminderIsSentOnlyIfItIsStillWanted(Meanwhile meanwhile) {
        String path = "/s/teashop/" + page();
        SMTP.replyToRecipient("451 later");
        leave(path);
        String message = " FROM mail_message WHERE purpose = 'CART_REMINDER' AND recipient = '" + email + "'";
        assertThat(Eventually.isTrue(() -> !one("SELECT failure" + message + " AND failure IS NOT NULL")
                        .isEmpty()))
                .isTrue();
        String id = one("SELECT id" + message);
        act(meanwhile, path);
        String recipient = meanwhile == Meanwhile.ADDRESS_OF_A_STRANGER ? "recipient = '', " : "";
        run("UPDATE mail_message SET " + recipient + "due_at = now() WHERE id = '" + id + "'");
        String state = "SELECT state FROM mail_message WHERE id = '" + id + "'";
        assertThat(Eventually.isTrue(() -> !one(state).equals("PENDING"))).isTrue();
        // A reminder that is not wanted any more is no failure, and disappears.
        assertThat(one(state)).isEqualTo(meanwhile == Meanwhile.NOTHING ? "SENT" : "");
        assertThat(SMTP.receivedBy(email).stream().anyMatch(ReminderDeliveryTest::isReminder))
                .isEqualTo(meanwhile == Meanwhile.NOTHING);
        assertThat(SMTP.receivedBy("stranger" + email)).isEmpty();
    }

    private static boolean isReminder(Received mail) {
        return !mail.header("List-Unsubscribe").isEmpty();
    }

    @Test
    void mailProgramsStopRemindersWithOneClick() {
        String path = "/s/teashop/" + page();
        leave(path);
        assertThat(Eventually.isTrue(() -> !SMTP.receivedBy(email).isEmpty())).isTrue();
        Received reminder = SMTP.receivedBy(email).get(0);
        assertThat(reminder.header("List-Unsubscribe-Post")).isEqualTo("List-Unsubscribe=One-Click");
        String header = reminder.header("List-Unsubscribe");
        assertThat(header).matches("<http://[^<>,\\s]+>").doesNotContain("example.com");
        URI stop = URI.create(header.substring(1, header.length() - 1));
        assertThat(reminder.text("html")).contains(stop.toString());
        new Buyer(gateway.url(), email)
                .post(stop.getRawPath() + "?" + stop.getRawQuery(), Map.of("List-Unsubscribe", "One-Click"))
                .expect(200);
        api.post("/v1/test-clock", "{\"advance\": \"P3D\"}").expect(200);
        assertThat(one("SELECT count(*) FROM mail_message m JOIN checkout_draft d ON d.id = m.subject_id"
                        + " WHERE m.purpose = 'CART_REMINDER' AND d.email = '" + email + "'"))
                .isEqualTo("1");
    }

    @Test
    void messagesAboutOrdersCannotBeStopped() {
        String path = "/s/teashop/" + page();
        Shown order = buyer.order(path).expect(303);
        buyer.pay(order.path(), "4242424242424242");
        buyer.comeBack(order.path()).expect(200);
        assertThat(Eventually.isTrue(() -> !SMTP.receivedBy(email).isEmpty())).isTrue();
        assertThat(SMTP.receivedBy(email)).noneMatch(ReminderDeliveryTest::isReminder);
    }
}
