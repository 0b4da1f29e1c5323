package io.tollgate.sales.customerdata;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.customer.Customers;
import io.tollgate.platform.resource.Resource;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.invoice.Invoices;
import io.tollgate.sales.payment.Payments;
import io.tollgate.sales.submission.Submissions;
import io.tollgate.sales.subscription.SubscriptionPayments;
import io.tollgate.sales.subscription.Subscriptions;
import io.tollgate.sales.ticket.Tickets;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.FormFile;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;

/** The archive with all data of a customer. */
class CustomerExportTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String EMAIL = "zyxwv.quill@example.com";

    private final TestShop shop = TestShop.open();
    private final TestSeller seller = shop.seller();

    private Map<String, byte[]> export(String customerId) {
        return seller.live().archive(path(customerId));
    }

    private static String path(String customerId) {
        return "/v1/customers/" + customerId + "/export";
    }

    private static JsonNode json(Map<String, byte[]> entries, String name) throws IOException {
        return MAPPER.readTree(entries.get(name + ".json"));
    }

    private static String all(Map<String, byte[]> entries) {
        StringBuilder all = new StringBuilder();
        entries.values().forEach(bytes -> all.append(new String(bytes, StandardCharsets.UTF_8)));
        return all.toString();
    }

    private String customer(String email) {
        return seller.live()
                .get("/v1/customers?email=" + email)
                .expect(200)
                .json()
                .at("/data/0/id")
                .textValue();
    }

    /** Books and records a payment. */
    private String book(String email, String note) {
        Shelf event = shop.event("", "", "{'name': 'Adult', 'price': 2500}");
        String body = TestShop.booking(
                event, email, 1, "\"paymentOption\": {\"name\": \"Cash\", \"manualType\": \"cash_on_delivery\"},");
        JsonNode booking =
                seller.live().post("/v1/bookings", body).expect(201).json().get("data");
        String id = booking.get("id").textValue();
        seller.live()
                .post("/v1/bookings/" + id + "/record-payment", """
                        {"amount": 500, "method": "cash", "note": "%s"}""".formatted(note))
                .expect(200);
        return customer(email);
    }

    private void submit(String email, String motto, byte[] file) {
        Shelf form = shop.form("""
                {'name': 'Application', 'fields': [{'label': 'CV', 'element': 'file'}, {'label': 'Motto'}]}
                """);
        Buyer buyer = new Buyer(shop.gateway().url(), email);
        Map<String, String> filled = new HashMap<>(buyer.form(buyer.get(form.path())));
        String cv = input(form, 2);
        filled.remove(cv);
        filled.put(input(form, 3), motto);
        FormFile sent = new FormFile(cv, "../my cv.bin", "application/octet-stream", file);
        buyer.postFiles(form.path(), filled, List.of(sent)).expect(303);
    }

    private static String input(Shelf form, int field) {
        return "fields." + form.record().get("fields").get(field).get("id").textValue();
    }

    @Test
    void archiveContainsWhatIsStoredAndNothingOfOthers() throws IOException {
        byte[] file = "bytes of the quill".getBytes(StandardCharsets.UTF_8);
        String id = book(EMAIL, "paid by the quill");
        submit(EMAIL, "quill motto", file);
        seller.live()
                .patch("/v1/customers/" + id, "{\"companyName\": \"Quill works\"}")
                .expect(200);
        book("other@example.com", "paid by another");
        submit("other@example.com", "motto of another", "bytes of another".getBytes(StandardCharsets.UTF_8));
        Map<String, byte[]> entries = export(id);
        assertThat(json(entries, "customers").at("/0/companyName").textValue()).isEqualTo("Quill works");
        assertThat(json(entries, "bookings")).hasSize(1);
        assertThat(json(entries, "tickets")).hasSize(1);
        assertThat(json(entries, "submissions")).hasSize(1);
        assertThat(json(entries, "submissions").toString()).contains("quill motto");
        assertThat(json(entries, "recorded-payments").at("/0/note").textValue()).isEqualTo("paid by the quill");
        assertThat(json(entries, "audit-log").toString()).contains("Quill works");
        String name = entries.keySet().stream()
                .filter(entry -> entry.startsWith("files/"))
                .reduce((one, two) -> one + two)
                .orElseThrow();
        assertThat(name).matches("files/[0-9a-f]{24}-[^/]*my cv.bin");
        assertThat(entries.get(name)).isEqualTo(file);
        assertThat(all(entries)).doesNotContain("another").doesNotContain("other@example.com");
        assertThat(all(export(customer("other@example.com")))).contains("paid by another", "bytes of another");
    }

    /** Orders on a page of the seller with a file. */
    private void order(String email, byte[] file) {
        Shelf page = shop.page("""
                {'name': 'Print', 'productData': {'title': 'Print', 'prices': [{'amount': 0, 'currency': 'eur'}]},
                 'fields': [{'label': 'Artwork', 'element': 'file'}]}""");
        Buyer buyer = new Buyer(shop.gateway().url(), email);
        Map<String, String> filled = new HashMap<>(buyer.form(buyer.get(page.path())));
        String artwork = input(page, 2);
        filled.remove(artwork);
        FormFile sent = new FormFile(artwork, "artwork.bin", "application/octet-stream", file);
        buyer.postFiles(page.path(), filled, List.of(sent)).expect(303);
    }

    @Test
    void filesOfOrdersAreIncluded() throws IOException {
        byte[] file = "artwork of the quill".getBytes(StandardCharsets.UTF_8);
        order(EMAIL, file);
        order("other@example.com", "artwork of another".getBytes(StandardCharsets.UTF_8));
        Map<String, byte[]> entries = export(customer(EMAIL));
        String id = json(entries, "payments")
                .at("/0/fields")
                .findValue("files")
                .at("/0/id")
                .textValue();
        assertThat(entries.keySet())
                .filteredOn(entry -> entry.startsWith("files/"))
                .containsExactly("files/" + id + "-artwork.bin");
        assertThat(entries.get("files/" + id + "-artwork.bin")).isEqualTo(file);
    }

    @Test
    void documentsOfOrdersAreIncluded() throws IOException {
        String id = book(EMAIL, "paid by the quill");
        book("other@example.com", "paid by another");
        JsonNode booking =
                seller.live().get("/v1/bookings?customerId=" + id).json().at("/data/0");
        String charge = booking.get("id").textValue();
        String refund = seller.live()
                .post("/v1/bookings/" + charge + "/refund", "{\"amount\": 200}")
                .expect(200)
                .json()
                .at("/data/refunds/0/id")
                .textValue();
        Map<String, byte[]> entries = export(id);
        String invoice = json(entries, "invoices").at("/0/id").textValue();
        assertThat(entries.keySet())
                .filteredOn(entry -> entry.startsWith("documents/"))
                .satisfiesExactly(
                        entry -> assertThat(entry).matches("documents/" + invoice + "-invoice.*\\.pdf"),
                        entry -> assertThat(entry).matches("documents/" + refund + "-credit-note.*\\.pdf"),
                        entry -> assertThat(entry).matches("documents/" + charge + "-tickets.*\\.pdf"));
        entries.keySet().removeIf(entry -> !entry.startsWith("documents/"));
        assertThat(entries.values()).allSatisfy(bytes -> {
            try (PDDocument pdf = Loader.loadPDF(bytes)) {
                assertThat(new PDFTextStripper().getText(pdf))
                        .contains("Lovelace")
                        .doesNotContain("another");
            }
        });
    }

    @Test
    void visitsOfThePortalAreIncluded() throws IOException {
        String id = seller.create(Customers.RESOURCE, true, made -> made.put("email", EMAIL))
                .get("id")
                .textValue();
        String other =
                seller.create(Customers.RESOURCE, true, made -> {}).get("id").textValue();
        String session =
                "INSERT INTO portal_session VALUES ('%s', true, sha256('%s'), '%s', now(), now() + interval '1 h')";
        for (int i = 0; i < 101; i++) {
            TestSeller.rows(session.formatted(seller.id(), id + i, id));
        }
        TestSeller.rows(session.formatted(seller.id(), other, other));
        Map<String, byte[]> entries = export(id);
        assertThat(json(entries, "portal-sessions"))
                .hasSize(101)
                .allSatisfy(row -> assertThat(row.size()).isEqualTo(2));
        assertThat(json(entries, "portal-links")).isEmpty();
    }

    @Test
    void everyKindOfRecordIsComplete() throws IOException {
        String id =
                seller.create(Customers.RESOURCE, true, made -> {}).get("id").textValue();
        List<Resource> kinds = List.of(
                Payments.RESOURCE,
                Bookings.RESOURCE,
                Tickets.RESOURCE,
                Subscriptions.RESOURCE,
                SubscriptionPayments.RESOURCE,
                Invoices.RESOURCE,
                Submissions.RESOURCE);
        for (Resource kind : kinds) {
            seller.create(kind, true, made -> made.put("customerId", id));
            seller.create(kind, true, made -> {});
        }
        Instant now = Instant.now().minus(1, ChronoUnit.DAYS).truncatedTo(ChronoUnit.MILLIS);
        List<ObjectNode> payments = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            payments.add(seller.sample(Payments.RESOURCE, true, now).put("customerId", id));
        }
        TestSeller.await(seller.insertAll(Payments.RESOURCE, true, payments));
        Map<String, byte[]> entries = export(id);
        for (Resource kind : kinds) {
            assertThat(json(entries, kind.name()))
                    .as(kind.name())
                    .hasSize(kind == Payments.RESOURCE ? 251 : 1)
                    .allSatisfy(record ->
                            assertThat(record.get("customerId").textValue()).isEqualTo(id));
        }
    }

    @Test
    void rowsThatNameTheAddressAreIncluded() throws IOException {
        String id = seller.create(Customers.RESOURCE, true, made -> made.put("email", EMAIL))
                .get("id")
                .textValue();
        String message = "INSERT INTO mail_message (seller_id, livemode, id, purpose, subject_id, occasion, recipient,"
                + " state, attempts, due_at, subject, created_at, ended_at, lane)"
                + " VALUES ('%s', %s, lpad(to_hex(%d), 24, '0'), 'ORDER_CONFIRMATION', '%s', '%d', '%s', 'SENT', 1,"
                + " now(), 'Subject %d', now(), now(), 'ORDER')";
        // From 205 on another address, and from 221 on the other mode.
        for (int i = 0; i < 230; i++) {
            String recipient = i < 205 || i > 220 ? EMAIL : "other@example.com";
            TestSeller.rows(message.formatted(seller.id(), i <= 220, i, id, i, recipient, i));
        }
        String reminder = "INSERT INTO reminder_recipient (seller_id, livemode, email, refused_at)"
                + " VALUES ('%s', %s, '%s', now())";
        TestSeller.rows(reminder.formatted(seller.id(), true, EMAIL));
        TestSeller.rows(reminder.formatted(seller.id(), false, EMAIL));
        TestSeller.rows(reminder.formatted(seller.id(), true, "other@example.com"));
        Map<String, byte[]> entries = export(id);
        assertThat(json(entries, "messages")).hasSize(205);
        assertThat(json(entries, "messages").at("/204/subject").textValue()).isEqualTo("Subject 204");
        assertThat(json(entries, "reminders")).hasSize(1);
        assertThat(all(entries)).doesNotContain("other@example.com");
    }

    @Test
    void customersOfOtherModesAndSellersAreUnknown() {
        String id =
                seller.create(Customers.RESOURCE, true, made -> {}).get("id").textValue();
        Reply head = seller.live().send("HEAD", path(id), Map.of()).expect(200);
        assertThat(head.header("Content-Disposition")).isEqualTo("attachment; filename=\"customer-" + id + ".zip\"");
        assertThat(head.body()).isEmpty();
        seller.test().get(path(id)).expect(404);
        TestGateway.shared().seller().live().get(path(id)).expect(404);
        seller.live().get(path("0".repeat(24))).expect(404);
        seller.live().get(path(id) + "?livemode=true").expect(400);
    }
}
