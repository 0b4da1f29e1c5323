package io.tollgate.storefront.mails;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.mail.FakeSmtp;
import io.tollgate.platform.mail.FakeSmtp.Received;
import io.tollgate.platform.mail.MailSamples;
import io.tollgate.support.Buyer;
import io.tollgate.support.Eventually;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.tollgate.tools.demo.TestDatabase;
import io.tollgate.tools.doctor.Doctor;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Orders over the API and on hosted pages send their messages, from two gateways that share a database. */
class OrderMailsTest {
    private static final AtomicInteger BUYERS = new AtomicInteger();
    private static final Vertx VERTX = Vertx.vertx();
    private static final FakeSmtp SMTP = new FakeSmtp();
    private static TestDatabase server;
    private static Database database;
    private static TestGateway gateway;
    private static TestGateway second;
    private static String sellerId;
    private static TestApi api;

    @BeforeAll
    static void start() throws Exception {
        server = new TestDatabase();
        database = new Database(VERTX, TestSettings.database(server.url()));
        Map<String, String> settings = MailSamples.gateway(TestGateway.PATIENT, server.url(), SMTP.port());
        gateway = TestGateway.start(settings);
        second = TestGateway.start(settings);
        api = seller("teashop");
        sellerId = api.get("/v1/account").expect(200).json().at("/id").textValue();
        api.patch("/v1/account", "{\"displayName\": \"Tea & Co\", \"email\": \"tea@seller.example\"}")
                .expect(200);
    }

    private static TestApi seller(String name) {
        TestApi created = gateway.api(gateway.keys().create(name, true, "test").key());
        gateway.accounts().connectSimulator(name);
        return created;
    }

    @AfterAll
    static void stop() throws Exception {
        gateway.close();
        second.close();
        database.close();
        TestSeller.await(VERTX.close());
        server.close();
        SMTP.close();
    }

    private static String address() {
        return "buyer" + BUYERS.incrementAndGet() + "@example.com";
    }

    private static TestEvent event(Consumer<ObjectNode> what) {
        return MailSamples.event(database, sellerId, what);
    }

    private static String book(TestEvent event, String type, String email, Consumer<ObjectNode> what) {
        ObjectNode body = event.body(email, Map.of(type, 2));
        what.accept(body);
        var booking = api.post("/v1/bookings", body.toString()).expect(201).json();
        return booking.at("/data/id").textValue();
    }

    /** Waits until an address has received this many messages, and returns the last. */
    private static Received mail(String address, int count) {
        assertThat(Eventually.isTrue(() -> SMTP.receivedBy(address).size() >= count))
                .as("message %s to %s", count, address)
                .isTrue();
        return SMTP.receivedBy(address).get(count - 1);
    }

    private static Received notification(String address, String text) {
        assertThat(Eventually.isTrue(() -> SMTP.receivedBy(address).stream()
                        .anyMatch(mail -> mail.text("plain").contains(text))))
                .isTrue();
        return SMTP.receivedBy(address).stream()
                .filter(mail -> mail.text("plain").contains(text))
                .findFirst()
                .orElseThrow();
    }

    private static void waitUntilAllAreSent() {
        assertThat(Eventually.isTrue(() -> TestSeller.await(database.get(
                                        "SELECT count(*) FROM mail_message WHERE state = 'PENDING'", Tuple.tuple()))
                                .iterator()
                                .next()
                                .getLong(0)
                        == 0))
                .isTrue();
    }

    @Test
    void bookingThatIsPaidLaterIsConfirmedTwice() {
        TestEvent event = event(page -> page.put("notifyEmail", "door@seller.example, boss@seller.example"));
        String type = event.type(2_500);
        event.save();
        String email = address();
        String id = book(event, type, email, body -> {});
        Received confirmation = mail(email, 1);
        assertThat(confirmation.decoded("Subject")).isEqualTo("Your booking: Spring concert");
        assertThat(confirmation.header("From")).isEqualTo("\"Tea & Co\" <shop@tollgate.example>");
        assertThat(confirmation.header("Reply-To")).isEqualTo("tea@seller.example");
        assertThat(confirmation.text("plain"))
                .contains("Hello Anna Meyer", "Town hall, Berlin", "Please pay €50.00", "Your tickets are attached");
        assertThat(confirmation.text("html")).contains("Tea &amp; Co", "Thursday, 10 April 2036");
        assertThat(confirmation.attachments())
                .hasSize(3)
                .anyMatch(name -> name.startsWith("invoice-"))
                .anyMatch(name -> name.startsWith("tickets-"));
        assertThat(new String(confirmation.attachment("event.ics"), StandardCharsets.UTF_8))
                .contains("DTSTART:20360410T180000Z", "SUMMARY:Spring concert", "LOCATION:Town hall\\, Berlin");
        String orderId =
                api.get("/v1/bookings/" + id).json().at("/data/orderId").textValue();
        for (String seller : List.of("door@seller.example", "boss@seller.example")) {
            Received notice = notification(seller, orderId);
            assertThat(notice.header("Reply-To")).isEqualTo(email);
            assertThat(notice.decoded("Subject")).isEqualTo("New order: Spring concert (€50.00)");
        }
        api.post("/v1/bookings/" + id + "/record-payment", "{\"method\": \"bank_transfer\", \"amount\": 1000}")
                .expect(200);
        api.post("/v1/bookings/" + id + "/record-payment", "{\"method\": \"bank_transfer\"}")
                .expect(200);
        Received received = mail(email, 2);
        assertThat(received.decoded("Subject")).isEqualTo("Payment received for order " + orderId);
        assertThat(received.attachment("tickets-" + orderId + ".pdf"))
                .asString(StandardCharsets.ISO_8859_1)
                .startsWith("%PDF");
        api.post("/v1/bookings/" + id + "/cancel", "{}").expect(200);
        assertThat(mail(email, 3).decoded("Subject")).isEqualTo("Your booking was canceled: Spring concert");
        waitUntilAllAreSent();
        assertThat(SMTP.receivedBy(email)).hasSize(3);
    }

    @Test
    void pageCanReplaceSubjectAndMessage() {
        TestEvent event = event(page -> page.put("customizeEmailConfirmation", true)
                .put("confirmationEmailSubject", "{{ticket.count}} tickets for {{customer.name}}\nX-Evil: 1")
                .put(
                        "confirmationEmailMessage",
                        "<p>Dear {{customer.name}}, see you {{event.date}}."
                                + "<script>alert(1)</script> {{unknown}}</p>"));
        String type = event.type(0);
        event.save();
        String email = address();
        book(event, type, email, body -> {
            body.remove("paymentOption");
            ((ObjectNode) body.at("/fields/0")).put("value", "<b>Eve</b> {{amount}}");
        });
        Received mail = mail(email, 1);
        assertThat(mail.decoded("Subject")).isEqualTo("2 tickets for <b>Eve</b> {{amount}} X-Evil: 1");
        assertThat(mail.header("X-Evil")).isEmpty();
        assertThat(mail.text("html"))
                .contains("Dear &lt;b&gt;Eve&lt;/b&gt;", "see you Thursday, 10 April 2036")
                .doesNotContain("alert(1)", "<b>Eve", "Hello ");
        assertThat(mail.text("plain")).contains("Dear <b>Eve</b>", "{{unknown}}");
    }

    @Test
    void pageCanTurnItsMessagesOff() {
        TestEvent event = event(page -> page.put("sendEmailConfirmation", false).put("sendPaymentNotification", false));
        String type = event.type(0);
        event.save();
        String email = address();
        String id = book(event, type, email, body -> body.remove("paymentOption"));
        waitUntilAllAreSent();
        assertThat(SMTP.receivedBy(email)).isEmpty();
        String ticket =
                api.get("/v1/tickets?bookingId=" + id).json().at("/data/0/id").textValue();
        api.post("/v1/tickets/" + ticket + "/cancel", "").expect(200);
        assertThat(mail(email, 1).decoded("Subject")).isEqualTo("Your ticket was canceled: Spring concert");
    }

    @Test
    void orderOnAHostedPageIsConfirmedInTheLanguageOfThePage() {
        String page = api.post(
                        "/v1/checkout-pages",
                        "{\"name\": \"Tee\", \"locale\": \"de-DE\", \"testmode\": true,"
                                + " \"productData\": {\"title\": \"Tee\", \"prices\": [{\"amount\": 1900,"
                                + " \"currency\": \"eur\"}]}}")
                .expect(201)
                .json()
                .at("/data/slug")
                .textValue();
        String email = address();
        Buyer buyer = new Buyer(gateway.url(), email);
        buyer.get(buyer.order("/s/teashop/" + page).expect(303).path()).expect(200);
        Received mail = mail(email, 1);
        assertThat(mail.decoded("Subject"))
                .startsWith("[Test] Ihre Bestellung ")
                .endsWith(" bei Tea & Co");
        assertThat(mail.text("plain")).contains("Es wurde nichts berechnet", "19,00\u00a0€");
        assertThat(mail.attachments()).hasSize(1);
    }

    /** Messages of one seller never show settings or reach addresses of another. */
    @Test
    void sellersDoNotShareSettings() {
        TestApi other = seller("coffeeshop");
        other.patch("/v1/account", "{\"displayName\": \"Coffee\", \"email\": \"coffee@seller.example\"}")
                .expect(200);
        String page = other.post(
                        "/v1/checkout-pages",
                        "{\"name\": \"Beans\", \"productData\": {\"title\": \"Beans\", \"prices\":"
                                + " [{\"amount\": 0, \"currency\": \"eur\"}]}}")
                .expect(201)
                .json()
                .at("/data/slug")
                .textValue();
        String email = address();
        new Buyer(gateway.url(), email).order("/s/coffeeshop/" + page).expect(303);
        Received mail = mail(email, 1);
        assertThat(mail.header("From")).isEqualTo("\"Coffee\" <shop@tollgate.example>");
        assertThat(mail.header("Reply-To")).isEqualTo("coffee@seller.example");
        assertThat(mail.data()).doesNotContain("Tea ");
        notification("coffee@seller.example", email);
        assertThat(SMTP.receivedBy("tea@seller.example"))
                .noneMatch(notice -> notice.text("plain").contains(email));
    }

    @Test
    void unknownPlaceholdersAreRejected() {
        String body = "{\"name\": \"Tea\", \"confirmationEmailSubject\": \"Hello {{customer.nam}}\","
                + " \"confirmationEmailMessage\": \"{{ order.id }} {{order}}\"}";
        assertThat(api.post("/v1/forms", body).problems())
                .containsExactlyInAnyOrder("confirmationEmailSubject", "confirmationEmailMessage");
    }

    @Test
    void outboxShowsStatesButNoTexts() {
        TestEvent event = event(page -> {});
        String type = event.type(0);
        event.save();
        String email = address();
        book(event, type, email, body -> body.remove("paymentOption"));
        mail(email, 1);
        TestApi management = new TestApi(gateway.managementUrl(), null);
        assertThat(Eventually.isTrue(() -> management.get("/outbox").body().contains(email)))
                .isTrue();
        assertThat(management.get("/outbox").expect(200).body())
                .contains("not their texts", email)
                .doesNotContain("href=\"/outbox/");
        String path = TestSeller.await(database.get(
                        "SELECT seller_id || '/live/' || id FROM mail_message WHERE recipient = $1", Tuple.of(email)))
                .iterator()
                .next()
                .getString(0);
        management.get("/outbox/" + path).expect(404);
        assertThat(management.get("/metrics").expect(200).body())
                .contains("tollgate_mail_sent_total", "tollgate_mail_pending");
    }

    @Test
    void doctorFindsMessagesThatDoNotMove() {
        String id = "f".repeat(24);
        run("INSERT INTO mail_message VALUES ('" + sellerId + "', true, '" + id + "', 'REFUND', '" + id
                + "', '', NULL, 'x@example.com', 'FAILED', 3, now(), NULL, 'SERVER', '451', now(), now())");
        assertThat(bad()).anyMatch(line -> line.contains("mail: no message failed"));
        run("UPDATE mail_message SET failure_kind = 'RECIPIENT' WHERE id = '" + id + "'");
        assertThat(bad()).noneMatch(line -> line.contains("mail:"));
        run("DELETE FROM mail_message WHERE id = '" + id + "'");
    }

    private static void run(String sql) {
        TestSeller.await(database.get(sql, Tuple.tuple()));
    }

    private static List<String> bad() {
        List<String> lines = new ArrayList<>();
        Doctor.check(server.url(), lines::add);
        return lines.stream().filter(line -> line.startsWith("BAD")).toList();
    }
}
