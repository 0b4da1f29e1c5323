package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestShop.Shelf;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Buying agents create checkout sessions, and their buyers finish them on the hosted page. */
class BuyingAgentTest extends AgentScene {
    @Test
    void theProfileNamesTheCheckoutCapability() {
        Reply profile = agent.get("/.well-known/ucp").expect(200);
        assertThat(profile.header("Cache-Control")).isEqualTo("public, max-age=300");
        JsonNode ucp = profile.json().get("ucp");
        assertThat(ucp.get("version").textValue()).isEqualTo("2026-04-08");
        JsonNode service = ucp.get("services").get("dev.ucp.shopping").get(0);
        assertThat(service.get("transport").textValue()).isEqualTo("rest");
        assertThat(service.get("endpoint").textValue()).endsWith("/ucp").startsWith("http");
        assertThat(ucp.get("capabilities").get("dev.ucp.shopping.checkout")).hasSize(1);
        assertThat(ucp.get("payment_handlers")).isEmpty();
    }

    @Test
    void aSessionHasThePriceOfThePageAndLeadsToIt() {
        Shelf shelf = mug(QUANTITY);
        JsonNode session = create(item(shelf), 3);
        assertThat(session.at("/ucp/status").textValue()).isEqualTo("success");
        assertThat(session.get("status").textValue()).isEqualTo("requires_escalation");
        assertThat(session.get("currency").textValue()).isEqualTo("EUR");
        assertThat(session.at("/line_items/0/item/title").textValue()).isEqualTo("Mug");
        assertThat(session.at("/line_items/0/item/price").longValue()).isEqualTo(1900);
        assertThat(session.at("/line_items/0/quantity").intValue()).isEqualTo(3);
        assertThat(total(session, "subtotal")).isEqualTo(5700);
        assertThat(total(session, "total")).isEqualTo(5700);
        assertThat(session.at("/messages/0/severity").textValue()).isEqualTo("requires_buyer_input");
        assertThat(Instant.parse(session.get("expires_at").textValue())).isAfter(Instant.EPOCH);
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        String restored = ada.get(path(session)).expect(303).path();
        assertThat(restored).startsWith(shelf.path() + "?cart=");
        assertThat(ada.get(restored).expect(200).html()).contains("57,00", "value=\"3\"");
        ada.order(restored, Map.of(shelf.input("quantity"), "3")).expect(303);
        String read = agent.get(SESSIONS + "/" + session.get("id").textValue())
                .expect(200)
                .body();
        assertThat(TestApi.json(read)).isEqualTo(session);
    }

    @Test
    void theBuyerSavesACartOfTheirOwn() {
        shop.seller()
                .live()
                .patch("/v1/account", "{\"saveCustomerContactDetails\": true}")
                .expect(200);
        Shelf shelf = mug("");
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        String restored = ada.get(path(create(item(shelf), 1))).expect(303).path();
        String query = restored.substring(restored.indexOf('?'));
        ada.post(shelf.path() + "/cart" + query, ada.form(ada.get(restored))).expect(204);
        assertThat(shop.seller().live().get("/v1/payments?status=draft").total())
                .isEqualTo(1);
        assertThat(carts()).isEqualTo(2);
        ada.order(restored).expect(303);
        assertThat(shop.seller().live().get("/v1/payments").total()).isLessThanOrEqualTo(1);
    }

    @Test
    void structuredDataNamesTheItems() {
        Shelf event = shop.event("", "", "{'name': 'Seat', 'price': 1900, 'feeAmount': 100}");
        String html = new Buyer(shop.gateway().url(), "a@example.com")
                .get(event.path())
                .html();
        assertThat(html).contains("\"identifier\":\"" + ticket(event, 0) + "\"");
        assertThat(total(create(ticket(event, 0), 2), "total")).isEqualTo(4000);
    }

    @Test
    void ticketsOfOneEventAreOneSession() {
        Shelf event = shop.event(
                "'fees': [{'name': 'Service', 'percentage': 10}], ",
                "",
                "{'name': 'Seat', 'price': 1900}, {'name': 'Child', 'pricing': 'free'}");
        JsonNode session = create(ticket(event, 0), 2, ticket(event, 1), 1);
        assertThat(session.get("line_items")).hasSize(2);
        assertThat(session.at("/line_items/0/totals/1/amount").longValue()).isEqualTo(3800);
        assertThat(session.at("/line_items/1/totals/1/amount").longValue()).isZero();
        assertThat(total(session, "subtotal")).isEqualTo(3800);
        assertThat(total(session, "fee")).isEqualTo(380);
        assertThat(total(session, "total")).isEqualTo(4180);
    }

    @Test
    void anUpdateReplacesTheLines() {
        Shelf shelf = mug(QUANTITY);
        JsonNode session = create(item(shelf), 1);
        String at = SESSIONS + "/" + session.get("id").textValue();
        JsonNode updated = put(at, lines(item(shelf), 4)).expect(200).json();
        assertThat(updated.get("id")).isEqualTo(session.get("id"));
        assertThat(updated.get("expires_at")).isEqualTo(session.get("expires_at"));
        assertThat(total(agent.get(at).expect(200).json(), "total")).isEqualTo(7600);
        refuses(put(at, lines(item(mug(QUANTITY)), 1)), "unsupported_combination", "$.line_items[0].item.id");
        assertThat(total(agent.get(at).expect(200).json(), "total")).isEqualTo(7600);
        assertThat(carts()).isEqualTo(1);
    }

    @Test
    void aCanceledSessionIsGone() {
        JsonNode session = create(item(mug("")), 1);
        String at = SESSIONS + "/" + session.get("id").textValue();
        JsonNode canceled = agent.post(at + "/cancel", "{}").expect(200).json();
        assertThat(canceled.get("status").textValue()).isEqualTo("canceled");
        assertThat(canceled.has("continue_url")).isFalse();
        assertThat(carts()).isZero();
        refuses(agent.get(at), "not_found", "$.id");
        refuses(agent.post(at + "/cancel", "{}"), "not_found", "$.id");
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        ada.get(path(session)).expect(404);
    }

    @Test
    void onlyTheBuyerCompletesASession() {
        JsonNode session = create(item(mug("")), 1);
        String at = SESSIONS + "/" + session.get("id").textValue();
        JsonNode same = agent.post(at + "/complete", "{\"payment\": {\"instruments\": []}}")
                .expect(200)
                .json();
        assertThat(same).isEqualTo(session);
        assertThat(shop.seller().live().get("/v1/payments").total()).isZero();
    }

    @Test
    void aSessionReservesNothingAndSaysWhatIsLeft() {
        Shelf event = shop.event("", "", "{'name': 'Seat', 'price': 1900, 'capacity': 2}");
        create(ticket(event, 0), 2);
        JsonNode many = create(ticket(event, 0), 3);
        assertThat(many.get("status").textValue()).isEqualTo("incomplete");
        assertThat(many.at("/messages/0/code").textValue()).isEqualTo("out_of_stock");
        assertThat(many.at("/messages/0/severity").textValue()).isEqualTo("recoverable");
        assertThat(many.at("/messages/0/path").textValue()).isEqualTo("$.line_items[0].quantity");
        String type = event.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
        new Buyer(shop.gateway().url(), "ada@example.com")
                .order(event.path(), Map.of("tickets." + type, "2"))
                .expect(303);
        refuses(agent.post(SESSIONS, lines(ticket(event, 0), 1)), "out_of_stock", "$.line_items[0].item.id");
    }

    @Test
    void warningsTellWhatTheTotalDoesNot() {
        Shelf choices = shop.page("{'name': 'Mug', 'productData': {'title': 'Mug', 'variants': [{'name': 'Size',"
                + " 'required': true, 'options': [{'name': 'L', 'additionalChargeAmount': 300},"
                + " {'name': 'S', 'additionalChargeAmount': 200}]}],"
                + " 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
        JsonNode session = create(item(choices), 1);
        assertThat(codes(session)).containsExactly("choices_missing", "buyer_input_required");
        assertThat(total(session, "total")).isEqualTo(2100);
        assertThat(session.at("/line_items/0/item/price").asLong()).isEqualTo(2100);
        Shelf club = shop.page("{'name': 'Club', 'testmode': true, 'productData': {'title': 'Club', 'prices':"
                + " [{'amount': 900, 'currency': 'eur', 'setupFee': 500,"
                + " 'recurring': {'interval': 'month', 'intervalCount': 1}}]}}");
        JsonNode test = create(item(club), 1);
        assertThat(codes(test)).containsExactly("recurring_charges", "test_mode", "buyer_input_required");
        assertThat(total(test, "total")).isEqualTo(1400);
    }
}
