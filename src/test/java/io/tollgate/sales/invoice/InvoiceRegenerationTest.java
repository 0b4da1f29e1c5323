package io.tollgate.sales.invoice;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pdf.PdfReader;
import io.tollgate.platform.resource.Resource;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** POST regenerate: the invoice gets the charge's names and numbers, and keeps its amounts. */
class InvoiceRegenerationTest {
    private static final List<String> REFRESHED = List.of(
            "customerId", "customerName", "customerEmail", "productTitle", "poNumber", "poNumberLabel", "billing");

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final ObjectNode payment = charge(Payments.RESOURCE, true);
    private final ObjectNode invoice = invoice(payment, "payment", record -> record.put("status", "paid"));

    private ObjectNode charge(Resource resource, boolean live) {
        return seller.create(resource, live, charge -> {
            charge.put("customerName", "Anna Meyer").put("customerEmail", "anna@example.com");
            charge.withObject("/billing")
                    .put("companyName", "Meyer & Söhne GmbH")
                    .put("billingEmail", "Bills@Example.com");
            charge.putArray("fields")
                    .add(answer(charge, "po-number", "PO-4711").put("label", "Purchase order"))
                    .add(answer(charge, "tax-id", "DE136695976"));
        });
    }

    private static ObjectNode answer(ObjectNode charge, String element, String value) {
        return charge.objectNode().put("element", element).put("label", element).put("value", value);
    }

    private ObjectNode invoice(ObjectNode charge, String type, java.util.function.Consumer<ObjectNode> what) {
        boolean live = charge.get("livemode").booleanValue();
        return seller.create(Invoices.RESOURCE, live, record -> {
            record.set("chargeId", charge.get("id"));
            record.put("chargeType", type);
            what.accept(record);
        });
    }

    private static String path(ObjectNode invoice) {
        return "/v1/invoices/" + invoice.get("id").textValue();
    }

    private static Reply regenerate(TestApi api, ObjectNode invoice) {
        return api.post(path(invoice) + "/regenerate", "{}");
    }

    private String text(String url) {
        URI link = URI.create(url);
        byte[] pdf = PdfReader.download(TestGateway.shared().url() + link.getRawPath() + "?" + link.getRawQuery());
        return PdfReader.text(pdf).replaceAll("\\s+", " ");
    }

    @Test
    void needs_a_key_of_the_seller_and_the_mode() {
        String before = body();
        regenerate(TestGateway.shared().api(null), invoice).expect(401);
        Reply absent = api.post("/v1/invoices/" + "0".repeat(24) + "/regenerate", "{}");
        Reply foreign = regenerate(TestGateway.shared().seller().live(), invoice);
        assertThat(foreign.expect(404).bodyWithoutRequestId()).isEqualTo(absent.bodyWithoutRequestId());
        regenerate(seller.test(), invoice).expect(404);
        assertThat(body()).isEqualTo(before);
        ObjectNode tried = invoice(charge(Payments.RESOURCE, false), "payment", record -> {});
        regenerate(api, tried).expect(404);
        regenerate(seller.test(), tried).expect(200);
    }

    private String body() {
        return api.get(path(invoice)).expect(200).bodyWithoutRequestId();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"status\":\"void\"}", "{\"billing\":{}}", "[]", "\"\"", "null", "{"})
    void wrong_input_is_refused(String sent) {
        String before = body();
        api.post(path(invoice) + "/regenerate", sent).expect(400);
        assertThat(body()).isEqualTo(before);
    }

    @Test
    void parameters_and_malformed_ids_are_named() {
        assertThat(api.post(path(invoice) + "/regenerate?livemode=true", "{}").problems())
                .containsExactly("livemode");
        assertThat(api.post("/v1/invoices/nonsense/regenerate?x=1", "{\"a\":1}").problems())
                .containsExactlyInAnyOrder("id", "x", "a");
    }

    @Test
    void names_and_numbers_of_the_payment_arrive_and_the_money_stays() {
        JsonNode before = api.get(path(invoice)).json().get("data");
        Reply reply = api.send("POST", path(invoice) + "/regenerate", Map.of()).expect(200);
        JsonNode after = reply.json().get("data");
        assertThat(after.get("customerName").textValue()).isEqualTo("Anna Meyer");
        assertThat(after.get("customerEmail").textValue()).isEqualTo("anna@example.com");
        assertThat(after.get("productTitle")).isEqualTo(payment.get("productTitle"));
        assertThat(after.get("poNumber").textValue()).isEqualTo("PO-4711");
        assertThat(after.get("poNumberLabel").textValue()).isEqualTo("Purchase order");
        assertThat(after.at("/billing/name").textValue()).isEqualTo("Meyer & Söhne GmbH");
        assertThat(after.at("/billing/email").textValue()).isEqualTo("bills@example.com");
        assertThat(after.at("/billing/address")).isEqualTo(payment.at("/billing/address"));
        assertThat(after.at("/billing/taxId").textValue()).isEqualTo("DE136695976");
        assertThat(after.at("/billing/taxIdType").isNull())
                .as("of another number")
                .isTrue();
        List<String> changed = new ArrayList<>();
        after.properties().stream()
                .filter(field -> !field.getValue().equals(before.get(field.getKey())))
                .forEach(field -> changed.add(field.getKey()));
        changed.removeAll(REFRESHED);
        assertThat(changed).isSubsetOf("updatedAt", "invoiceUrl");
        assertThat(api.get(path(invoice)).bodyWithoutRequestId()).isEqualTo(reply.bodyWithoutRequestId());
        assertThat(api.get("/v1/invoices?poNumber=PO-4711").total()).isEqualTo(1);
    }

    @Test
    void the_former_document_is_gone_also_for_links_given_out_before() {
        String old = api.get(path(invoice)).json().at("/data/invoiceUrl").textValue();
        assertThat(text(old)).doesNotContain("Meyer");
        String fresh = regenerate(api, invoice).json().at("/data/invoiceUrl").textValue();
        assertThat(text(fresh)).contains("Meyer & Söhne GmbH", "PO-4711");
        assertThat(text(old)).isEqualTo(text(fresh));
    }

    @Test
    void what_the_charge_says_no_more_is_gone_but_for_the_tax_number() {
        regenerate(api, invoice).expect(200);
        ObjectNode changed = payment.deepCopy();
        changed.putArray("fields");
        changed.withObject("/billing").putNull("companyName").putNull("billingEmail");
        seller.update(Payments.RESOURCE, true, payment, changed);
        JsonNode after = regenerate(api, invoice).expect(200).json().get("data");
        assertThat(after.get("poNumber").isNull()).isTrue();
        assertThat(after.at("/billing/name")).isEqualTo(payment.at("/billing/name"));
        assertThat(after.at("/billing/taxId").textValue()).isEqualTo("DE136695976");
    }

    @Test
    void a_booking_gives_the_title_of_its_event_and_a_draft_has_no_link() {
        ObjectNode booking = charge(Bookings.RESOURCE, true);
        ObjectNode draft = invoice(booking, "booking", record -> {
            record.put("status", "draft");
            record.remove("invoiceUrl");
        });
        JsonNode after = regenerate(api, draft).expect(200).json().get("data");
        assertThat(after.get("productTitle")).isEqualTo(booking.get("eventTitle"));
        assertThat(after.get("status").textValue()).isEqualTo("draft");
        assertThat(after.has("invoiceUrl")).isFalse();
    }

    @Test
    void a_repetition_has_one_effect_and_leaves_one_trail() {
        Reply first = api.writeWithRetries("POST", path(invoice) + "/regenerate", "once", "{}")
                .expect(200);
        assertThat(first.header("ETag")).isEqualTo(api.get(path(invoice)).header("ETag"));
        Reply again = api.writeWithRetries("POST", path(invoice) + "/regenerate", "once", "{}")
                .expect(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        Reply unchanged = regenerate(api, invoice).expect(200);
        assertThat(unchanged.header("ETag")).isEqualTo(first.header("ETag"));
        JsonNode trail = api.get("/v1/audit-log?recordId=" + invoice.get("id").textValue())
                .expect(200)
                .json();
        assertThat(trail.get("total").longValue()).isEqualTo(1);
        assertThat(trail.at("/data/0/route").textValue()).isEqualTo("POST /v1/invoices/{id}/regenerate");
        assertThat(trail.at("/data/0/changes").toString())
                .contains("Meyer & Söhne GmbH")
                .doesNotContain("amount");
    }
}
