package io.tollgate.sales.booking;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.catalog.page.Templates;
import io.tollgate.pdf.PdfReader;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Invoices carry the legal details that the seller's account had when they were issued. */
class SellerBillingTest {
    private static final String DETAILS = """
            { "displayName": "Lumen Concerts GmbH", "email": "billing@lumen.example", "taxId": "DE987654321",
              "address": { "line1": "Skalitzer Str. 85", "city": "Berlin", "postalCode": "10997", "country": "DE" } }
            """;

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final TestEvent event = new TestEvent(seller);
    private final String type = event.type(2500);
    private int buyers;

    private JsonNode invoice() {
        String email = "buyer-" + buyers++ + "@example.com";
        JsonNode booking = api.post(
                        "/v1/bookings", event.body(email, Map.of(type, 1)).toString())
                .expect(201)
                .json()
                .get("data");
        return read(booking.get("invoiceId").textValue());
    }

    private JsonNode read(String id) {
        return api.get("/v1/invoices/" + id).expect(200).json().get("data");
    }

    private String text(JsonNode invoice) {
        URI link = URI.create(invoice.get("invoiceUrl").textValue());
        byte[] pdf = PdfReader.download(TestGateway.shared().url() + link.getRawPath() + "?" + link.getRawQuery());
        return PdfReader.text(pdf).replaceAll("\\s+", " ");
    }

    @Test
    void invoices_carry_the_details_of_the_account() {
        event.save();
        api.patch("/v1/account", DETAILS).expect(200);
        JsonNode invoice = invoice();
        assertThat(invoice.get("sellerBilling")).isEqualTo(Templates.of("""
                { "name": "Lumen Concerts GmbH", "email": "billing@lumen.example", "taxId": "DE987654321",
                  "address": { "line1": "Skalitzer Str. 85", "line2": null, "city": "Berlin", "state": null,
                    "postalCode": "10997", "country": "DE" } }"""));
        assertThat(text(invoice))
                .contains("Lumen Concerts GmbH", "Skalitzer Str. 85", "10997 Berlin", "Germany")
                .contains("billing@lumen.example", "DE987654321");
    }

    @Test
    void without_details_there_is_the_name() {
        event.save();
        JsonNode billing = invoice().get("sellerBilling");
        assertThat(billing).isEqualTo(Templates.of("""
                { "name": "%s", "email": null, "taxId": null, "address": null }""".formatted(seller.name())));
    }

    @Test
    void earlier_invoices_keep_theirs_also_when_regenerated() {
        event.save();
        api.patch("/v1/account", DETAILS).expect(200);
        JsonNode first = invoice();
        api.patch("/v1/account", "{ \"displayName\": \"Umbra AG\", \"taxId\": \"CHE-1\", \"address\": null }")
                .expect(200);
        JsonNode second = invoice();
        assertThat(second.at("/sellerBilling/name").textValue()).isEqualTo("Umbra AG");
        assertThat(second.at("/sellerBilling/taxId").textValue()).isEqualTo("CHE-1");
        assertThat(second.at("/sellerBilling/address").isNull()).isTrue();
        String id = first.get("id").textValue();
        JsonNode regenerated = api.post("/v1/invoices/" + id + "/regenerate", "{}")
                .expect(200)
                .json()
                .get("data");
        assertThat(regenerated.get("sellerBilling")).isEqualTo(first.get("sellerBilling"));
        assertThat(read(id).get("sellerBilling")).isEqualTo(first.get("sellerBilling"));
        assertThat(text(regenerated))
                .contains("Lumen Concerts GmbH", "DE987654321")
                .doesNotContain("Umbra");
        assertThat(text(second)).contains("Umbra AG").doesNotContain("Lumen");
    }
}
