package io.tollgate.sales.purchase;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.checkoutpage.CheckoutPages;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** POST of quotes: the price of a cart, step by step; nothing is stored. */
class QuoteCreateTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final TestEvent event = new TestEvent(seller);

    private static ObjectNode json() {
        return JsonNodeFactory.instance.objectNode();
    }

    private JsonNode quote(ObjectNode body) {
        return api.post("/v1/quotes", body.toString()).expect(200).json().get("data");
    }

    private List<String> problems(ObjectNode body) {
        return api.post("/v1/quotes", body.toString()).problems();
    }

    private ObjectNode tickets(Map<String, Integer> tickets) {
        ObjectNode body = json().put("eventId", event.id());
        tickets.forEach(body.putObject("tickets")::put);
        return body;
    }

    @Test
    void needs_a_key_and_the_sellers_own_things() {
        String type = event.type(2500);
        event.save();
        String body = tickets(Map.of(type, 1)).toString();
        TestGateway.shared().api(null).post("/v1/quotes", body).expect(401);
        TestApi other = TestGateway.shared().seller().live();
        assertThat(other.post("/v1/quotes", body).problems()).containsExactly("eventId");
        assertThat(other.post("/v1/quotes", json().put("pageId", event.id()).toString())
                        .problems())
                .containsExactly("pageId");
        seller.test().post("/v1/quotes", body).expect(200);
    }

    @Test
    void discount_of_a_group_without_types_is_for_none() {
        String type = event.type(1000);
        event.group(group -> group.putArray("bulkDiscounts")
                .addObject()
                .put("minQuantity", 1)
                .put("maxQuantity", 9)
                .put("percentOff", 50));
        event.save();
        assertThat(quote(tickets(Map.of(type, 2))).get("amount").longValue()).isEqualTo(2000);
    }

    @Test
    void body_is_held_to_its_rules() {
        String type = event.type(2500, one -> one.put("maxQuantity", 4));
        event.save();
        assertThat(problems(json())).containsExactly("eventId");
        assertThat(problems(json().put("pageId", "x"))).containsExactly("pageId");
        assertThat(problems(json().put("eventId", event.id()))).containsExactly("tickets");
        assertThat(problems(tickets(Map.of(type, 1)).put("pageId", event.id()))).contains("eventId");
        assertThat(problems(tickets(Map.of(type, 1)).put("quantity", 1))).containsExactly("quantity");
        assertThat(problems(tickets(Map.of(type, 5)))).containsExactly("tickets." + type);
        assertThat(problems(tickets(Map.of(type, 1)).put("total", 1))).containsExactly("total");
        assertThat(problems(tickets(Map.of(type, 1)).put("couponId", "f".repeat(24))))
                .containsExactly("couponId");
    }

    /** The booking costs what the quote returned. */
    @Test
    void booking_costs_what_its_quote_says() {
        String type = event.type(1999, one -> one.put("feeAmount", 99));
        event.taxRate(19, false);
        String coupon = event.coupon(one -> one.put("percentOff", 10));
        event.save();
        JsonNode quote = quote(tickets(Map.of(type, 3)).put("couponId", coupon));
        ObjectNode body = event.body("anna@example.com", Map.of(type, 3)).put("couponId", coupon);
        JsonNode booking =
                api.post("/v1/bookings", body.toString()).expect(201).json().get("data");
        assertThat(quote.get("amount")).isEqualTo(booking.get("amount"));
        assertThat(quote.get("taxAmount")).isEqualTo(booking.get("taxAmount"));
        assertThat(quote.at("/couponDiscount")).isEqualTo(booking.at("/coupon/discount"));
        long lines = 0;
        for (JsonNode line : quote.get("lines")) {
            lines += line.get("total").longValue();
        }
        assertThat(lines).isEqualTo(quote.get("amount").longValue());
        long steps = 0;
        List<String> types = new ArrayList<>();
        for (JsonNode step : quote.get("steps")) {
            types.add(step.get("type").textValue());
            steps += step.get("type").textValue().equals("total")
                    ? 0
                    : step.get("amount").longValue();
        }
        assertThat(types).containsExactly("line", "line", "coupon", "tax", "total");
        assertThat(steps).isEqualTo(quote.get("amount").longValue());
        assertThat(api.get("/v1/audit-log").total()).as("the booking's only").isEqualTo(6);
    }

    private String page(Consumer<ObjectNode> what) {
        ObjectNode page = seller.sample(
                CheckoutPages.RESOURCE,
                true,
                java.time.Instant.now().truncatedTo(java.time.temporal.ChronoUnit.MILLIS));
        page.putObject("tax").put("enabled", false);
        page.putArray("fees");
        page.putArray("fields");
        ObjectNode product = (ObjectNode) page.get("product");
        product.put("title", "Mug").putArray("discounts");
        product.putArray("variants");
        ObjectNode price = json().put("id", "a".repeat(24)).put("enabled", true).put("amount", 1000);
        price.put("currency", "eur").put("setupFee", 250);
        product.set("price", price);
        product.putArray("prices").add(price.deepCopy());
        product.put("defaultPriceId", "a".repeat(24));
        what.accept(product);
        TestSeller.await(seller.insert(CheckoutPages.RESOURCE, true, page));
        return page.get("id").textValue();
    }

    private static ObjectNode option(String id, long charge) {
        return json().put("id", id)
                .put("name", "Blue")
                .put("status", "enabled")
                .put("additionalChargeAmount", charge)
                .put("payWhatYouWant", false);
    }

    @Test
    void cart_comes_to_no_more_than_an_amount_may_be() {
        String type = event.type(50_000_000);
        event.save();
        assertThat(problems(tickets(Map.of(type, 2)))).containsExactly("tickets");
        String page = page(product -> ((ObjectNode) product.at("/prices/0")).put("amount", 50_000_000));
        ObjectNode body = json().put("pageId", page);
        assertThat(problems(body.put("quantity", 2))).containsExactly("quantity");
        assertThat(quote(body.put("quantity", 1)).get("amount").longValue()).isGreaterThanOrEqualTo(50_000_000);
    }

    /** A percentage is applied exactly, and never rounds an order down to zero. */
    @Test
    void percentages_count_to_their_last_decimal() {
        String type = event.type(99_999_999, one -> {});
        String coupon = event.coupon(one -> one.put("percentOff", 99.99993));
        event.save();
        JsonNode quote = quote(tickets(Map.of(type, 1)).put("couponId", coupon));
        assertThat(quote.get("couponDiscount").longValue()).isEqualTo(99_999_929);
        assertThat(quote.get("amount").longValue()).isEqualTo(70);
    }

    @Test
    void product_is_priced_with_what_is_chosen_beside_it() {
        String page = page(product -> {
            product.putArray("discounts")
                    .addObject()
                    .put("quantityCondition", "checkout_quantity")
                    .put("minQuantity", 2)
                    .put("percentOff", 10);
            ObjectNode variant = json().put("id", "b".repeat(24))
                    .put("name", "Colour")
                    .put("required", true)
                    .put("status", "enabled")
                    .put("selectionType", "single")
                    .put("increasesWithQuantity", true);
            variant.putArray("options").add(option("c".repeat(24), 100));
            product.putArray("variants").add(variant);
        });
        ObjectNode body = json().put("pageId", page).put("quantity", 2);
        assertThat(problems(body)).containsExactly("variants");
        ObjectNode choice = body.putArray("variants").addObject().put("variantId", "b".repeat(24));
        choice.putArray("options").addObject().put("optionId", "d".repeat(24));
        assertThat(problems(body)).containsExactly("variants[0].options[0].optionId");
        choice.putArray("options").addObject().put("optionId", "c".repeat(24));
        JsonNode quote = quote(body);
        assertThat(quote.get("subtotal").longValue()).isEqualTo(2000 + 250 + 200);
        assertThat(quote.get("bulkDiscount").longValue()).isEqualTo(220);
        assertThat(quote.get("amount").longValue()).isEqualTo(2450 - 220);
        assertThat(quote.at("/lines/2/type").textValue()).isEqualTo("variantOption");
        assertThat(quote.get("recurring").isNull()).isTrue();
        assertThat(problems(body.deepCopy().put("amount", 5))).containsExactly("amount");
        assertThat(problems(body.deepCopy().put("priceId", "e".repeat(24)))).containsExactly("priceId");
        assertThat(problems(body.deepCopy().put("complimentary", true))).containsExactly("complimentary");
        assertThat(problems(body.put("quantity", 0))).containsExactly("quantity");
    }

    @Test
    void chosen_and_recurring_prices() {
        String chosen = page(product -> ((ObjectNode) product.at("/prices/0")).put("payWhatYouWant", true));
        assertThat(problems(json().put("pageId", chosen))).containsExactly("amount");
        assertThat(problems(json().put("pageId", chosen).put("amount", 999))).containsExactly("amount");
        assertThat(quote(json().put("pageId", chosen).put("amount", 1500))
                        .get("amount")
                        .longValue())
                .isEqualTo(1750);
    }
}
