package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.OwnShop;
import io.tollgate.support.PageType;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of agents that are broken, too large, or want what is not theirs. */
class BuyingAgentAttackTest extends AgentScene {
    @Test
    void oneNetworkAddressBeginsFewSessions() {
        try (OwnShop market = OwnShop.open(Map.of("rateLimits.buyerCartsPerHour", "2"))) {
            TestApi other = new TestApi(market.gateway().url(), null);
            String body = lines(item(market.page(PageType.PRODUCT, 1_900, 100)), 1);
            String first =
                    other.post(SESSIONS, body).expect(201).json().get("id").textValue();
            other.post(SESSIONS, body).expect(201);
            assertThat(other.post(SESSIONS, body).expect(429).header("Retry-After"))
                    .isNotNull();
            other.get(SESSIONS + "/" + first).expect(200);
        }
    }

    @Test
    void hiddenAndUnknownItemsAreRefusedAlike() {
        Shelf shelf = shop.page("{'name': 'Mug', 'productData': {'title': 'Mug', 'prices': ["
                + "{'amount': 1900, 'currency': 'eur'}, {'amount': 100, 'currency': 'eur', 'hidden': true},"
                + " {'amount': 200, 'currency': 'eur', 'enabled': false}]}}");
        String first =
                item(shelf) + "/" + shelf.record().at("/product/prices/0/id").textValue();
        create(first, 1);
        Shelf draft = mug("'status': 'draft', ");
        Shelf archived = mug("'status': 'archived', ");
        Shelf moved = mug("'redirect': {'enabled': true, 'url': 'https://example.com/'}, ");
        Shelf form = shop.form("{'name': 'News'}");
        for (String item : List.of(
                item(shelf) + "/" + shelf.record().at("/product/prices/1/id").textValue(),
                item(shelf) + "/" + shelf.record().at("/product/prices/2/id").textValue(),
                item(shelf) + "/nothing",
                item(draft),
                item(archived),
                item(moved),
                item(form),
                "nobody/" + shelf.record().get("slug").textValue(),
                shop.seller().name() + "/nothing")) {
            refuses(agent.post(SESSIONS, lines(item, 1)), "item_unavailable", "$.line_items[0].item.id");
        }
        assertThat(carts()).isEqualTo(1);
    }

    @Test
    void aSessionEndsWithItsPage() {
        Shelf shelf = mug("");
        JsonNode session = create(item(shelf), 1);
        String at = SESSIONS + "/" + session.get("id").textValue();
        change(shelf, "{\"testmode\": true}");
        refuses(agent.get(at), "item_unavailable", "$.line_items[0].item.id");
        refuses(put(at, lines(item(shelf), 1)), "item_unavailable", "$.line_items[0].item.id");
        change(shelf, "{\"testmode\": false}");
        agent.get(at).expect(200);
        change(shelf, "{\"status\": \"draft\"}");
        refuses(agent.get(at), "item_unavailable", "$.line_items[0].item.id");
        new Buyer(shop.gateway().url(), "ada@example.com")
                .get(new Buyer(shop.gateway().url(), "ada@example.com")
                        .get(path(session))
                        .path())
                .expect(404);
    }

    private void change(Shelf shelf, String body) {
        shop.seller().live().patch("/v1/checkout-pages/" + shelf.id(), body).expect(200);
    }

    @Test
    void idsCannotBeForgedNorTakenFromOtherLinks() {
        JsonNode session = create(item(mug("")), 1);
        String id = session.get("id").textValue();
        String cart = path(session).replaceAll(".*/", "");
        for (String other : List.of(cart, id.replace("l", "t"), id + "x", "0".repeat(24), "%00")) {
            Reply reply = agent.get(SESSIONS + "/" + other);
            if (reply.status() != 400) {
                refuses(reply, "not_found", "$.id");
            }
        }
        Shelf foreign = new TestShop(shop.gateway(), shop.gateway().seller()).product(900);
        refuses(
                put(SESSIONS + "/" + id, lines(item(foreign), 1)),
                "unsupported_combination",
                "$.line_items[0].item.id");
    }

    @Test
    void nothingAboutTheBuyerIsStored() {
        String body = lines(item(mug("")), 1)
                .replaceFirst(
                        "\\{",
                        "{\"buyer\": {\"email\": \"eve@example.com\", \"first_name\": \"Eve\"},"
                                + " \"context\": {\"address_country\": \"DE\"}, ");
        JsonNode session = agent.post(SESSIONS, body).expect(201).json();
        assertThat(session.has("buyer")).isFalse();
        assertThat(TestSeller.rows(
                                "SELECT FROM checkout_draft WHERE seller_id = $1 AND (lower(form) LIKE '%eve%'"
                                        + " OR email IS NOT NULL OR visit_id IS NOT NULL)",
                                shop.seller().id())
                        .size())
                .isZero();
        assertThat(shop.seller().live().get("/v1/payments").total()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{}",
                "{\"line_items\": []}",
                "{\"line_items\": {}}",
                "{\"line_items\": [{}]}",
                "{\"line_items\": [{\"item\": {\"id\": 7}, \"quantity\": 1}]}",
                "{\"line_items\": [{\"item\": {\"id\": \"a/../b\"}, \"quantity\": 1}]}",
                "{\"line_items\": [{\"item\": {\"id\": \"a/b\"}, \"quantity\": 1}",
            })
    void brokenRequestsAreRejected(String body) {
        assertThat(agent.post(SESSIONS, body).expect(400).json().get("code").textValue())
                .isIn("validation_failed", "malformed_request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1.5", "10001", "99999999999999999999", "\"1\"", "null", "true", "[1]"})
    void quantitiesAreWholeAndPositive(String quantity) {
        assertThat(agent.post(SESSIONS, lines("a/b", quantity)).problems()).containsExactly("line_items[0].quantity");
    }

    @Test
    void aPageLimitsTheQuantity() {
        refuses(agent.post(SESSIONS, lines(item(mug("")), 2)), "invalid_quantity", "$.line_items[0].quantity");
        refuses(
                agent.post(SESSIONS, lines(item(mug(QUANTITY)), 10_000)),
                "invalid_quantity",
                "$.line_items[0].quantity");
        Shelf event = shop.event("", "", "{'name': 'Seat', 'price': 1900, 'maxQuantity': 3}");
        refuses(agent.post(SESSIONS, lines(ticket(event, 0), 4)), "invalid_quantity", "$.line_items[0].quantity");
    }

    @Test
    void linesThatDoNotFitTogetherAreRefused() {
        Shelf shelf = mug("");
        Shelf event = shop.event("", "", "{'name': 'Seat', 'price': 1900}");
        for (String body : List.of(
                lines(item(shelf), 1, ticket(event, 0), 1),
                lines(item(shelf), 1, item(shelf), 1),
                lines(ticket(event, 0), 1, ticket(event, 0), 1))) {
            refuses(agent.post(SESSIONS, body), "unsupported_combination", "$.line_items[1].item.id");
        }
    }

    @Test
    void bodiesAndMethodsAreLimited() {
        agent.post(SESSIONS, lines("a/b", 1) + " ".repeat(70_000)).expect(413);
        agent.post(SESSIONS, "{\"line_items\": [" + "{},".repeat(60) + "{}]}").expect(400);
        assertThat(agent.send("DELETE", SESSIONS, Map.of()).expect(405).header("Allow"))
                .isEqualTo("POST");
        assertThat(agent.get(SESSIONS).status()).isEqualTo(405);
    }
}
