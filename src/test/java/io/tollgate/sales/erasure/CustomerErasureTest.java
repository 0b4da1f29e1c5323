package io.tollgate.sales.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.sales.erasure.ErasureScene.Person;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestSeller;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** Erasure leaves nothing of a person but what laws demand, and changes nothing of anybody else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CustomerErasureTest {
    private static final Person PERSON = new Person("zephyr", "zephyr");
    private static final Person OTHER = new Person("borealis", "borealis");

    /** What law keeps. */
    private static final Set<String> LEGAL = Set.of(
            "invoice.record",
            "invoice_lookup.customer_email",
            "invoice_lookup.customer_name",
            "invoice_lookup.search_text");

    private final ErasureScene scene = new ErasureScene();
    private final PersonalSearch search = new PersonalSearch(scene);
    private final TracedShop shop = new TracedShop(scene, "acme");
    private final TracedShop foreign = new TracedShop(scene, "foreign");
    private String id;

    @BeforeAll
    void leaveTraces() {
        shop.leaveTraces(PERSON, true);
        shop.leaveTraces(OTHER, true);
        id = shop.customer(PERSON, true);
    }

    @AfterAll
    void close() {
        scene.close();
    }

    private Reply erase(String query, String body) {
        return shop.live.send(
                "DELETE",
                "/v1/customers/" + id + query,
                body.isEmpty() ? Map.of() : Map.of("Content-Type", "application/json"),
                body);
    }

    private JsonNode erasure() {
        return shop.live
                .get("/v1/customers/" + id + "/erasure")
                .expect(200)
                .json()
                .get("data");
    }

    private static Map<String, Long> counts(JsonNode rows) {
        Map<String, Long> counts = new HashMap<>();
        rows.forEach(
                row -> counts.put(row.get("kind").textValue(), row.get("rows").longValue()));
        return counts;
    }

    /** Returns the bodies of calls that changed tickets, as the request log shows them. */
    private List<String> bodiesOfTicketChanges() {
        List<String> bodies = new ArrayList<>();
        shop.live
                .get("/v1/request-log?method=PATCH&path=" + TestApi.encoded("/v1/tickets/{ticketId}"))
                .expect(200)
                .json()
                .get("data")
                .forEach(call -> bodies.add(call.get("body").toString()));
        return bodies;
    }

    @Test
    @Order(1)
    void aPreviewCountsAndChangesNothing() {
        TestSeller.await(scene.gateway.writeRequestLog());
        assertThat(bodiesOfTicketChanges()).hasSize(2).doesNotContain("null");
        Set<String> before = search.find(PERSON);
        assertThat(before)
                .contains("audit_entry.record", "checkout.order_json", "file.document", "idempotent_answer.body")
                .contains("mail_message.recipient", "payment_lookup.search_text", "refund.reason_note")
                .contains("reported_change.record", "simulated_object.object", "checkout_draft.form")
                .contains("processor_task.last_error", "processor_task.argument", "webhook_delivery.response")
                .anyMatch(found -> found.startsWith("/"))
                .noneMatch(found -> found.startsWith("request_log"));
        for (Reply preview : List.of(erase("?dryRun=true", ""), erase("", "{\"dryRun\": true}"))) {
            JsonNode data = preview.expect(200).json().get("data");
            assertThat(data.get("status").textValue()).isEqualTo("preview");
            assertThat(counts(data.get("erased")))
                    .containsEntry("payments", 1L)
                    .containsEntry("bookings", 1L)
                    .containsEntry("tickets", 2L)
                    .containsEntry("files", 2L);
            assertThat(counts(data.get("kept"))).containsEntry("invoices", 2L).containsEntry("credit-notes", 1L);
            assertThat(data.get("reasons")).isEmpty();
        }
        assertThat(search.find(PERSON)).isEqualTo(before);
        shop.live.get("/v1/customers/" + id + "/erasure").expect(404);
    }

    @Test
    @Order(2)
    void nothingIsLeftButWhatLawKeeps() {
        Person elsewhere = new Person(PERSON.token(), "aurora");
        shop.leaveTraces(elsewhere, false);
        foreign.leaveTraces(elsewhere, true);
        List<String> others = search.rowsOfOthers(shop.id());
        Set<String> ofOther = search.find(OTHER);
        assertThat(erase("", "").expect(202).json().at("/data/status").textValue())
                .isEqualTo("running");
        shop.settle();
        JsonNode certificate = erasure();
        assertThat(certificate.get("status").textValue()).isEqualTo("done");
        assertThat(certificate.toString().toLowerCase(Locale.ROOT)).doesNotContain("zephyr");
        assertThat(counts(certificate.get("erased")).get("request-log")).isPositive();
        assertThat(counts(certificate.get("erased"))).containsEntry("processor-refund-notes", 1L);
        assertThat(bodiesOfTicketChanges()).as("of this person and the other").containsOnlyOnce("null");
        assertThat(search.rowsOfOthers(shop.id())).isEqualTo(others);
        assertThat(search.find(OTHER)).isEqualTo(ofOther);
        assertThat(search.find(PERSON, shop.id(), true)).isSubsetOf(LEGAL);
        assertThat(search.find(PERSON, shop.id(), false)).contains("submission.record", "booking.record");
        assertThat(search.find(PERSON, foreign.id(), true)).contains("payment.record", "mail_message.recipient");
        assertThat(scene.database.violations()).isEmpty();
    }

    @Test
    @Order(3)
    void listsAndLinksOfTheErasedCustomerAnswer() {
        JsonNode payment = shop.live
                .get("/v1/payments?customerId=" + id)
                .expect(200)
                .json()
                .at("/data/0");
        assertThat(payment.get("customerName").textValue()).isEqualTo("Erased customer");
        assertThat(payment.get("customerEmail").textValue()).isEqualTo("erased-" + id + "@erased.invalid");
        assertThat(payment.at("/billing/address/country").textValue()).isEqualTo("DE");
        assertThat(payment.at("/billing/address/line1").isNull()).isTrue();
        assertThat(payment.get("amount").longValue()).isPositive();
        assertThat(shop.live.get("/v1/payments?search=zephyr").total()).isZero();
        assertThat(shop.live.get("/v1/bookings?customerId=" + id).total()).isEqualTo(1);
        JsonNode entry = shop.live
                .get("/v1/audit-log?recordId=" + id + "&limit=1")
                .expect(200)
                .json()
                .at("/data/0/changes/0");
        assertThat(entry.get("field").textValue()).isEqualTo("erasure");
        assertThat(entry.at("/after/status").textValue()).isEqualTo("done");
        String confirmation =
                shop.firstBuyer().get(shop.firstOrder()).expect(200).html();
        assertThat(confirmation).contains("Thank you for your order").doesNotContain("zephyr");
        assertThat(shop.live
                        .patch("/v1/customers/" + id, "{\"name\": \"Again\"}")
                        .expect(409)
                        .body())
                .contains("customer_erased");
        assertThat(erase("", "").expect(200).json().at("/data/status").textValue())
                .isEqualTo("done");
    }

    @Test
    @Order(4)
    void theSameAddressIsANewCustomer() {
        shop.book(PERSON, true);
        String again = shop.customer(PERSON, true);
        assertThat(again).isNotEqualTo(id);
        assertThat(shop.live.get("/v1/bookings?customerId=" + id).total()).isEqualTo(1);
        assertThat(erasure().get("status").textValue()).isEqualTo("done");
    }
}
