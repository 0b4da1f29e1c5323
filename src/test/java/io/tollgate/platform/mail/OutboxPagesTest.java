package io.tollgate.platform.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.RowExpiry;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.payment.Payments;
import io.tollgate.sales.submission.Submissions;
import io.tollgate.sales.subscription.Subscriptions;
import io.tollgate.sales.ticket.Tickets;
import io.tollgate.support.OwnShop;
import io.tollgate.support.RawHttp;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The outbox on the management server, of a gateway without a mail server. */
class OutboxPagesTest {
    private final TestGateway gateway = TestGateway.shared();
    private final TestSeller seller = gateway.seller();
    private final TestApi management = new TestApi(gateway.managementUrl(), null);

    private void enqueue(boolean live, MailPurpose purpose, String subjectId, MailOccasion occasion) {
        Scope scope = seller.scope(live);
        TestSeller.await(TestSeller.database()
                .write(
                        scope,
                        transaction ->
                                MailOutbox.insert(transaction, scope, purpose, subjectId, occasion, Instant.now())));
    }

    /**
     * Determines the recipients of messages, and returns the path of the page of one to an address. The list of the
     * outbox may not have it: other tests send hundreds of messages at once, and some have clocks that are years ahead.
     */
    private String path(String email) {
        List<String> found = new ArrayList<>();
        assertThat(seller.settles(() -> {
                    TestSeller.rows("SELECT livemode, id FROM mail_message WHERE recipient = $1", email)
                            .forEach(row -> found.add("/outbox/" + seller.id() + "/"
                                    + (row.getBoolean(0) ? "live" : "test") + "/" + row.getString(1)));
                    return !found.isEmpty();
                }))
                .isTrue();
        return found.get(0);
    }

    private String stored(Resource resource, boolean live, String email) {
        ObjectNode record = seller.create(
                resource, live, made -> made.put("customerEmail", email).put("customerName", "<i>Eve</i>"));
        return record.get("id").textValue();
    }

    /** The list shows the messages of all sellers, so it needs a database without those of other tests. */
    @Test
    void listsTheNewestMessages() throws SQLException {
        try (OwnShop shop = OwnShop.open(Map.of())) {
            shop.run("""
                    INSERT INTO mail_message (seller_id, livemode, id, purpose, subject_id, occasion, recipient, state,
                                              attempts, due_at, created_at)
                    SELECT s.id, n % 2 = 0, lpad(n::text, 24, '0'), 'REFUND', lpad(n::text, 24, '0'), '',
                           n || '@example.com', 'PENDING', 0, now(), now() - n * interval '1 second'
                    FROM seller s, generate_series(1, 201) n
                    """);
            String page = new TestApi(shop.gateway().managementUrl(), null)
                    .get("/outbox")
                    .expect(200)
                    .body();
            assertThat(page)
                    .containsSubsequence(
                            "/test/" + "0".repeat(23) + "1\"", "1@example.com",
                            "/live/" + "0".repeat(23) + "2\"", "2@example.com",
                            "/live/" + "0".repeat(21) + "200\"", "200@example.com")
                    .doesNotContain("201@example.com");
        }
    }

    @Test
    void showsMessagesWithTheirParts() {
        String email = "payment" + seller.name() + "@example.com";
        enqueue(false, MailPurpose.ORDER_CONFIRMATION, stored(Payments.RESOURCE, false, email), MailOccasion.ONLY);
        String path = path(email);
        Reply page = management.get(path).expect(200);
        assertThat(page.body()).contains("[Test]", "sandbox=\"\"", email);
        assertThat(page.header("Content-Security-Policy")).contains("default-src 'none'", "frame-ancestors 'none'");
        Reply html = management.get(path + "/html").expect(200);
        assertThat(html.header("Content-Security-Policy")).startsWith("sandbox;");
        assertThat(html.body()).contains("&lt;i&gt;Eve&lt;/i&gt;").doesNotContain("<i>Eve");
        management.get(path + "/attachments/9").expect(404);
        management
                .get("/outbox/" + "0".repeat(24) + path.substring(path.indexOf("/test/")))
                .expect(404);
        management.get(path.replace("/test/", "/live/")).expect(404);
        assertThat(management.send("POST", path, Map.of()).expect(405).header("Allow"))
                .isEqualTo("GET, HEAD");
        gateway.api(null).get("/outbox").expect(404);
        seller.live().get("/outbox").expect(404);
    }

    @Test
    void rendersEachPurpose() {
        Map<MailPurpose, Resource> records = Map.of(
                MailPurpose.REFUND, Payments.RESOURCE,
                MailPurpose.PAYMENT_RECEIVED, Payments.RESOURCE,
                MailPurpose.FORM_CONFIRMATION, Submissions.RESOURCE,
                MailPurpose.SUBSCRIPTION_CANCELED, Subscriptions.RESOURCE);
        records.forEach((purpose, resource) -> {
            String email = purpose.name().toLowerCase(Locale.ROOT) + seller.name() + "@example.com";
            enqueue(true, purpose, stored(resource, true, email), new MailOccasion("occasion", 100L));
            assertThat(management.get(path(email)).expect(200).body())
                    .as(purpose.name())
                    .contains("&lt;i&gt;Eve&lt;/i&gt;")
                    .doesNotContain("[Test]");
        });
        String email = "attendee" + seller.name() + "@example.com";
        String ticket = seller.create(Tickets.RESOURCE, true, made -> made.put("attendeeEmail", email))
                .get("id")
                .textValue();
        enqueue(true, MailPurpose.TICKET_CANCELED, ticket, MailOccasion.ONLY);
        assertThat(management.get(path(email)).expect(200).body()).contains("canceled");
    }

    @Test
    void messagesAreDeletedWhenTheyAreOld() {
        for (boolean live : new boolean[] {true, false}) {
            String email = live + seller.name() + "@example.com";
            enqueue(live, MailPurpose.ORDER_CONFIRMATION, stored(Payments.RESOURCE, live, email), MailOccasion.ONLY);
            path(email);
        }
        RowExpiry expiry = new RowExpiry(TestSeller.database(), Clock.SYSTEM, MailStore.expiry(Duration.ofDays(30)));
        age("29 days 23 hours");
        TestSeller.await(expiry.expire());
        assertThat(messages()).isEqualTo(2);
        age("2 hours");
        TestSeller.await(expiry.expire());
        assertThat(messages()).isZero();
    }

    private void age(String interval) {
        TestSeller.rows(
                "UPDATE mail_message SET created_at = created_at - interval '" + interval + "' WHERE seller_id = $1",
                seller.id());
    }

    private int messages() {
        return TestSeller.rows("SELECT 1 FROM mail_message WHERE seller_id = $1", seller.id())
                .size();
    }

    /** A site whose name leads to the gateway must not read the page in the browser of an operator. */
    @Test
    void servesAddressesAndLocalhostOnly() {
        int port = URI.create(gateway.managementUrl()).getPort();
        assertThat(RawHttp.text(port, "GET /outbox HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
                .contains(" 421 ")
                .doesNotContain("Recipient");
        assertThat(RawHttp.text(port, "GET /outbox HTTP/1.1\r\nHost: localhost:9\r\nConnection: close\r\n\r\n"))
                .contains(" 200 ");
    }
}
