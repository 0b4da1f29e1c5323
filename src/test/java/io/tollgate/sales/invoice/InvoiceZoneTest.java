package io.tollgate.sales.invoice;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestShop;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The series of invoice numbers begins with the year of the account's time zone. */
class InvoiceZoneTest {
    private final TestShop shop = TestShop.open();
    private final TestApi test = shop.seller().test();

    @Test
    void numbersBelongToTheYearInTheZoneOfTheAccount() {
        shop.seller()
                .live()
                .patch("/v1/account", "{\"timezone\": \"Pacific/Auckland\"}")
                .expect(200);
        test.post("/v1/test-clock", "{\"to\": \"2026-12-31T12:00:00Z\"}").expect(200);
        TestEvent event = new TestEvent(shop.seller());
        String type = event.type(2_500);
        event.save();
        test.post("/v1/bookings", event.body("ada@example.com", Map.of(type, 1)).toString())
                .expect(201);
        JsonNode invoice = test.get("/v1/invoices").expect(200).json().at("/data/0");
        assertThat(invoice.get("createdAt").textValue()).startsWith("2026-12-31");
        assertThat(invoice.get("invoiceNumber").textValue()).isEqualTo("2027-000001");
    }
}
