package io.tollgate.sales.aftersales;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestShop;
import java.util.Map;

/** Orders of hosted pages, paid by card or recorded, with their refunds. */
abstract class CardOrders {
    static final String VISA = "4242424242424242";

    final TestShop shop = TestShop.open();
    final TestApi api = shop.seller().live();

    /** Sells something for 20.00 by card and returns the payment. */
    JsonNode payment(String card) {
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        Shown order = ada.order(shop.product(2_000).path()).expect(303);
        assertThat(ada.pay(order.path(), card)).isEqualTo("succeeded");
        ada.comeBack(order.path());
        return api.get("/v1/payments").expect(200).json().at("/data/0");
    }

    static String id(JsonNode record) {
        return record.get("id").textValue();
    }

    Reply refund(JsonNode payment, String body) {
        return api.post("/v1/payments/" + id(payment) + "/refund", body.replace('\'', '"'));
    }

    /** Sends a request with an idempotency key. */
    Reply refund(JsonNode payment, String body, String key) {
        return api.send(
                "POST",
                "/v1/payments/" + id(payment) + "/refund",
                Map.of("Content-Type", "application/json", "Idempotency-Key", key),
                body.replace('\'', '"'));
    }

    JsonNode refunded(JsonNode payment, String body) {
        return refund(payment, body).expect(200).json().get("data");
    }

    JsonNode refunds(JsonNode payment) {
        return api.get("/v1/payments/" + id(payment) + "/refunds")
                .expect(200)
                .json()
                .get("data");
    }

    JsonNode read(JsonNode payment) {
        return api.get("/v1/payments/" + id(payment)).expect(200).json().get("data");
    }

    JsonNode invoice(JsonNode payment) {
        return api.get("/v1/invoices/" + payment.get("invoiceId").textValue())
                .expect(200)
                .json()
                .get("data");
    }

    long refundedAtProcessor() {
        return SimulatorState.objects(shop.seller(), true, "refund").stream()
                .filter(refund -> !refund.get("status").textValue().equals("failed"))
                .mapToLong(refund -> refund.get("amount").longValue())
                .sum();
    }

    static String code(Reply reply, int status) {
        return reply.expect(status).json().get("code").textValue();
    }

    /** Sells something for 10.00 by invoice and records the payment. */
    JsonNode recorded() {
        TestShop.Shelf shelf = shop.page("""
                {'name': 'Mug', 'productData': {'title': 'Mug', 'prices': [{'amount': 1000, 'currency': 'eur'}]},
                 'paymentOptions': [{'type': 'manual', 'manualType': 'invoice', 'name': 'By transfer'}]}
                """);
        new Buyer(shop.gateway().url(), "bob@example.com")
                .order(shelf.path(), Map.of("paymentOption", "invoice"))
                .expect(303);
        JsonNode payment = api.get("/v1/payments").expect(200).json().at("/data/0");
        assertThat(code(refund(payment, "{}"), 409)).isEqualTo("nothing_to_refund");
        return api.post("/v1/payments/" + id(payment) + "/record-payment", "{\"method\":\"cash\"}")
                .expect(200)
                .json()
                .get("data");
    }
}
