package io.tollgate.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.FormFile;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.VirtualClock;
import io.tollgate.tools.demo.TestDatabase;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Records are deleted when they are no longer kept, with everything that belongs to them and nothing else. */
class RetentionTest {
    private static final int DAYS = 40;
    private static final int AUDIT_DAYS = 100;
    private static final String PRICE = "\"price\": {\"amount\": %d, \"currency\": \"eur\"%s}";
    private static final String EVENT = """
            {"name": "Concert", "eventDetails": {"currency": "eur",
             "timezone": "Europe/Berlin", "startDate": "2046-09-18T18:00:00Z", "endDate": "2046-09-18T20:30:00Z"},
             "ticketGroups": [{"name": "Hall", "ticketTypes": [{"name": "Seat", "price": 2500, "capacity": 5}]}]}
            """;

    /** Everything happens in the past, because Postgres refuses to delete new entries of the audit log. */
    private final VirtualClock clock =
            new VirtualClock(Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(Duration.ofDays(300)));

    private final TestDatabase database = new TestDatabase();
    private final TestGateway gateway = gateway();
    private final TestApi api =
            gateway.api(gateway.keys().create("teashop", true, "test").key());
    private final Scope live = scope();

    private TestGateway gateway() {
        String days = Integer.toString(DAYS);
        Map<String, String> settings = Map.of(
                "database.url",
                database.url(),
                "retention.cartDays",
                days,
                "retention.submissionDays",
                days,
                "retention.auditDays",
                Integer.toString(AUDIT_DAYS));
        return TestGateway.stepped(settings, clock, outside -> outside);
    }

    private Scope scope() {
        gateway.accounts().connectSimulator("teashop");
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl())) {
            return new Scope(FirstColumn.of(connection, "SELECT id FROM seller").get(0), true);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void saveCarts() {
        api.patch("/v1/account", "{\"saveCustomerContactDetails\": true, \"sendReminderEmails\": true}")
                .expect(200);
    }

    @AfterEach
    void close() throws Exception {
        gateway.close();
        database.close();
    }

    private String page(String pages, String body) {
        JsonNode page = api.post(pages, body).expect(201).json().get("data");
        return "/s/teashop/" + page.get("slug").textValue();
    }

    private String product(long amount, String price) {
        return page(
                "/v1/checkout-pages",
                "{\"name\": \"Mug\", \"productData\": {\"title\": \"Mug\", " + PRICE.formatted(amount, price) + "}}");
    }

    private Map<String, String> form(Buyer buyer, String path) {
        Map<String, String> form = buyer.form(buyer.get(path));
        form.replaceAll((name, value) -> name.startsWith("tickets.") ? "2" : value);
        return form;
    }

    private void leave(String email, String path) {
        Buyer buyer = new Buyer(gateway.url(), email);
        buyer.post(path + "/cart", form(buyer, path)).expect(204);
    }

    /** Moves the clock and does what is due, day by day, because reminders follow each other. */
    private void pass(int days) {
        for (int i = 0; i < days; i++) {
            clock.advance(Duration.ofDays(1));
            gateway.settle(live);
        }
    }

    private int delete() {
        return TestSeller.await(gateway.deleteExpired(live));
    }

    private List<String> violations() {
        gateway.numberEvents(live);
        return database.violations();
    }

    private long total(String list) {
        return api.get(list).expect(200).total();
    }

    private String first(String list) {
        return api.get(list).expect(200).ids().get(0);
    }

    @Test
    void cartsOfAllKindsAreDeletedAndThoseADayYoungerStay() {
        String mug = product(1900, "");
        String club = product(900, ", \"recurring\": {\"interval\": \"month\", \"intervalCount\": 1}");
        String concert = page("/v1/events", EVENT);
        for (String path : List.of(mug, club, concert)) {
            leave("old@example.com", path);
        }
        clock.advance(Duration.ofDays(1));
        leave("younger@example.com", mug);
        pass(31);
        assertThat(total("/v1/payments?status=draft_expired")).isEqualTo(2);
        clock.advance(Duration.ofDays(DAYS - 2).minusMinutes(1));
        assertThat(delete()).as("a minute too early").isZero();
        clock.advance(Duration.ofMinutes(2));
        assertThat(delete()).isEqualTo(3);
        assertThat(total("/v1/payments")).isEqualTo(1);
        assertThat(total("/v1/bookings")).isZero();
        assertThat(total("/v1/subscriptions")).isZero();
        assertThat(api.get("/v1/payments?search=younger").ids()).hasSize(1);
        assertThat(total("/v1/payments?search=old@example.com")).isZero();
        assertThat(violations()).isEmpty();
        clock.advance(Duration.ofDays(1));
        assertThat(delete()).isEqualTo(1);
        assertThat(total("/v1/payments")).isZero();
        assertThat(violations()).isEmpty();
    }

    /** The control corrupts the cart of an order: the deletion fails rather than delete the record. */
    @Test
    void ordersAndTheirCartsStay() throws SQLException {
        String gift = product(0, "");
        leave("left@example.com", gift);
        Buyer buyer = new Buyer(gateway.url(), "bought@example.com");
        buyer.post(gift + "/cart", form(buyer, gift)).expect(204);
        buyer.post(gift, form(buyer, gift)).expect(303);
        pass(32);
        clock.advance(Duration.ofDays(DAYS));
        assertThat(delete()).isEqualTo(1);
        assertThat(total("/v1/payments?status=paid")).isEqualTo(1);
        assertThat(violations()).isEmpty();
        database.run("UPDATE checkout_draft SET status = 'EXPIRED'");
        assertThatThrownBy(this::delete).hasMessageContaining("a deletion from payment found 0 of 1");
        assertThat(total("/v1/payments?status=paid")).isEqualTo(1);
        database.run("UPDATE checkout_draft SET status = 'BOUGHT'");
        assertThat(violations()).isEmpty();
    }

    private String submitForm(String path, String email, String input) {
        Buyer buyer = new Buyer(gateway.url(), email);
        Map<String, String> filled = new HashMap<>(buyer.form(buyer.get(path)));
        filled.remove(input);
        FormFile file = new FormFile(input, "cv.txt", "text/plain", email.getBytes(StandardCharsets.UTF_8));
        buyer.postFiles(path, filled, List.of(file)).expect(303);
        return first("/v1/submissions");
    }

    @Test
    void submissionsAreDeletedWithTheirFilesAndThoseADayYoungerStay() {
        String body = """
                {"name": "Apply", "fields": [{"label": "CV", "element": "file"}],
                 "formDetails": {"limitSubmissions": {"enabled": true}}}""";
        JsonNode form = api.post("/v1/forms", body).expect(201).json().get("data");
        String path = "/s/teashop/" + form.get("slug").textValue();
        String input = "fields."
                + form.at("/fields")
                        .valueStream()
                        .filter(field -> field.get("element").textValue().equals("file"))
                        .findFirst()
                        .orElseThrow()
                        .get("id")
                        .textValue();
        String old = submitForm(path, "old@example.com", input);
        String oldFile = first("/v1/files");
        clock.advance(Duration.ofDays(1));
        String younger = submitForm(path, "younger@example.com", input);
        gateway.settle(live);
        long used = used();
        clock.advance(Duration.ofDays(DAYS - 1).minusMinutes(1));
        assertThat(delete()).as("a minute too early").isZero();
        clock.advance(Duration.ofMinutes(2));
        assertThat(delete()).isEqualTo(1);
        assertThat(api.get("/v1/submissions").ids()).containsExactly(younger);
        api.get("/v1/submissions/" + old).expect(404);
        assertThat(api.get("/v1/files").ids()).hasSize(1).doesNotContain(oldFile);
        assertThat(used() - used).isEqualTo(-"old@example.com".length());
        assertThat(total("/v1/submissions")).isEqualTo(1);
        assertThat(api.get("/v1/forms/" + form.get("id").textValue())
                        .json()
                        .at("/data/submissionCount")
                        .intValue())
                .isEqualTo(1);
        assertThat(violations()).isEmpty();
        // The address of the deleted submission is forgotten.
        submitForm(path, "old@example.com", input);
        assertThat(total("/v1/submissions")).isEqualTo(2);
    }

    private long used() {
        return api.get("/v1/account").json().at("/storage/used").longValue();
    }

    @Test
    void filesOfExportsExpire() {
        product(1900, "");
        String body = "{\"list\": \"products\", \"schedule\": \"%s\"}";
        String once = api.post("/v1/exports", body.formatted("once"))
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        String monthly = api.post("/v1/exports", body.formatted("monthly"))
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        gateway.settle(live);
        assertThat(used()).isPositive();
        clock.advance(Duration.ofDays(30).minusMinutes(1));
        assertThat(delete()).isZero();
        clock.advance(Duration.ofMinutes(2));
        assertThat(delete()).isEqualTo(2);
        assertThat(used()).isZero();
        api.get("/v1/exports/" + once).expect(404);
        assertThat(api.get("/v1/exports/" + monthly + "/files").json().at("/data/files"))
                .isEmpty();
        assertThat(violations()).isEmpty();
        gateway.settle(live);
        assertThat(api.get("/v1/exports/" + monthly + "/files").json().at("/data/files"))
                .hasSize(1);
        assertThat(violations()).isEmpty();
    }

    @Test
    void twoInstancesDeleteEachRecordOnce() {
        String mug = product(1900, "");
        for (int i = 0; i < 5; i++) {
            leave("left" + i + "@example.com", mug);
        }
        pass(32);
        clock.advance(Duration.ofDays(DAYS));
        try (TestGateway second = gateway()) {
            List<Integer> deleted = TestSeller.await(
                            Future.all(gateway.deleteExpired(live), second.deleteExpired(live)))
                    .list();
            assertThat(deleted.stream().mapToInt(count -> count).sum()).isEqualTo(5);
        }
        assertThat(total("/v1/payments")).isZero();
        assertThat(violations()).isEmpty();
    }

    @Test
    void entriesOfTheAuditLogAreDeletedAndThoseADayYoungerStay() {
        product(1900, "");
        long old = total("/v1/audit-log");
        assertThat(old).isPositive();
        clock.advance(Duration.ofDays(1));
        product(1900, "");
        long all = total("/v1/audit-log");
        clock.advance(Duration.ofDays(AUDIT_DAYS - 1).minusMinutes(1));
        assertThat(delete()).as("a minute too early").isZero();
        clock.advance(Duration.ofMinutes(2));
        assertThat(delete()).isEqualTo((int) old);
        assertThat(total("/v1/audit-log")).isEqualTo(all - old);
        assertThat(violations()).isEmpty();
    }
}
