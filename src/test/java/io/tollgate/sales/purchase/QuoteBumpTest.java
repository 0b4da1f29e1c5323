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
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Quotes of pages with order bumps. */
class QuoteBumpTest {
    private static final String PRICE = "a".repeat(24);

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final String page = page();
    private final String base = "/v1/checkout-pages/" + page + "/order-bumps";

    private static ObjectNode json() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Creates a page that sells a mug for ten, with a fixed tax that the product does not name. */
    private String page() {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        ObjectNode made = seller.sample(CheckoutPages.RESOURCE, true, now);
        made.putArray("fields");
        made.putObject("tax").put("enabled", true).put("mode", "fixed");
        made.putArray("fees").addObject().put("name", "Handling").put("percentage", 10);
        ObjectNode product = (ObjectNode) made.get("product");
        product.put("title", "Mug").putArray("discounts");
        product.putArray("variants");
        product.putArray("fixedTaxRateIds");
        ObjectNode price =
                json().put("id", PRICE).put("enabled", true).put("amount", 1000).put("currency", "eur");
        product.set("price", price);
        product.putArray("prices").add(price.deepCopy());
        product.put("defaultPriceId", PRICE);
        TestSeller.await(seller.insert(CheckoutPages.RESOURCE, true, made));
        return made.get("id").textValue();
    }

    private String made(String path, String body) {
        return api.post(path, body.replace('\'', '"'))
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
    }

    private String bump(int amount, String more) {
        return made(
                "/v1/products",
                "{'role':'orderbump','title':'Card','price':{'amount':" + amount + ",'currency':'eur'}" + more + "}");
    }

    private void attach(String path, String product, String more) {
        api.post(path, ("{'productId':'" + product + "'" + more + "}").replace('\'', '"'))
                .expect(201);
    }

    private ObjectNode body(String... products) {
        ObjectNode body = json().put("pageId", page);
        for (String product : products) {
            body.withArray("orderBumps").addObject().put("productId", product);
        }
        return body;
    }

    private JsonNode quote(ObjectNode body) {
        return api.post("/v1/quotes", body.toString()).expect(200).json().get("data");
    }

    private List<String> problems(ObjectNode body) {
        return api.post("/v1/quotes", body.toString()).problems();
    }

    private static long sum(JsonNode list, String name) {
        long sum = 0;
        for (JsonNode one : list) {
            sum += one.get(name).longValue();
        }
        return sum;
    }

    @Test
    void it_is_quoted_at_the_price_that_it_shows() {
        String product = bump(500, "");
        attach(base, product, "");
        ObjectNode change = json();
        change.putArray("prices")
                .add(json().put("amount", 500).put("currency", "eur"))
                .add(json().put("amount", 700).put("currency", "eur"));
        JsonNode dearer = api.patch("/v1/products/" + product, change.toString())
                .expect(200)
                .json()
                .at("/data/prices/1/id");
        ObjectNode choice = json().set("defaultPriceId", dearer);
        JsonNode shown = api.patch("/v1/products/" + product, choice.toString())
                .expect(200)
                .json()
                .at("/data/price/amount");
        assertThat(shown.longValue()).isEqualTo(700);
        assertThat(quote(body(product)).at("/lines/1/unitPrice")).isEqualTo(shown);
    }

    @Test
    void each_is_a_line_with_its_own_price_discounts_and_tax() {
        String rate = made("/v1/tax-rates", "{'displayName':'VAT','percentage':20,'inclusive':false}");
        String taxed = bump(
                500,
                ",'fixedTaxRateIds':['" + rate + "'],'discounts':[{'quantityCondition':'checkout_quantity',"
                        + "'minQuantity':2,'percentOff':50}]");
        String plain = bump(300, "");
        attach(base, taxed, ",'allowQuantity':true");
        attach(base, plain, "");
        ObjectNode body = body(taxed, plain);
        ((ObjectNode) body.at("/orderBumps/0")).put("quantity", 4);
        JsonNode quote = quote(body);
        assertThat(quote.get("subtotal").longValue()).isEqualTo(1000 + 2000 + 300);
        assertThat(quote.get("bulkDiscount").longValue()).isEqualTo(1000);
        assertThat(quote.at("/fees/0/amount").longValue()).as("on all of it").isEqualTo(230);
        JsonNode line = quote.at("/lines/1");
        assertThat(line.get("type").textValue()).isEqualTo("orderBump");
        assertThat(line.get("reference").textValue()).isEqualTo(taxed);
        assertThat(line.get("name").textValue()).isEqualTo("Card");
        assertThat(line.get("quantity").intValue()).isEqualTo(4);
        assertThat(line.get("unitPrice").longValue()).isEqualTo(500);
        assertThat(line.get("bulkDiscountAmount").longValue()).isEqualTo(1000);
        assertThat(line.get("taxAmount").longValue()).as("of 1,000 and its fee").isEqualTo(220);
        assertThat(quote.at("/lines/0/taxAmount").longValue()).isZero();
        assertThat(quote.at("/lines/2/taxAmount").longValue()).isZero();
        assertThat(quote.get("taxSource").textValue()).isEqualTo("fixed_tax_rate");
        assertThat(quote.get("taxAmount").longValue()).isEqualTo(220);
        assertThat(sum(quote.get("lines"), "total"))
                .isEqualTo(quote.get("amount").longValue())
                .isEqualTo(2300 + 230 + 220);
    }

    @Test
    void a_coupon_is_for_what_the_page_sells() {
        String bump = bump(500, "");
        attach(base, bump, "");
        TestEvent event = new TestEvent(seller);
        event.type(2500);
        String coupon = event.coupon(
                one -> one.put("percentOff", 100).putArray("pageIds").add(page));
        event.save();
        JsonNode quote = quote(body(bump).put("couponId", coupon));
        assertThat(quote.get("couponDiscount").longValue()).isEqualTo(1000);
        assertThat(quote.at("/lines/1/couponDiscountAmount").longValue()).isZero();
    }

    @Test
    void what_is_not_offered_like_this_is_named() {
        String bump = bump(500, "");
        assertThat(problems(body(bump))).containsExactly("orderBumps[0].productId");
        attach(base, bump, "");
        assertThat(problems(body(bump, bump))).containsExactly("orderBumps[1].productId");
        assertThat(problems(body("f".repeat(24)))).containsExactly("orderBumps[0].productId");
        ObjectNode many = body(bump);
        ((ObjectNode) many.at("/orderBumps/0")).put("quantity", 2);
        assertThat(problems(many)).containsExactly("orderBumps[0].quantity");
        ((ObjectNode) many.at("/orderBumps/0")).put("quantity", 0).put("amount", 1);
        assertThat(problems(many)).containsExactlyInAnyOrder("orderBumps[0].quantity", "orderBumps[0].amount");
        api.patch(base + "/" + bump, "{\"enabled\":false}").expect(200);
        assertThat(problems(body(bump))).containsExactly("orderBumps[0].productId");
        TestApi other = TestGateway.shared().seller().live();
        assertThat(other.post("/v1/quotes", body(bump).toString()).problems()).containsExactly("pageId");
        TestGateway.shared().api(null).post("/v1/quotes", body(bump).toString()).expect(401);
    }

    /** A cart with tickets of an event that offers the order bump, and the order bump. */
    private ObjectNode besideTickets(String bump, int tickets) {
        TestEvent event = new TestEvent(seller);
        String type = event.type(2500);
        event.save();
        attach("/v1/events/" + event.id() + "/order-bumps", bump, "");
        ObjectNode body = json().put("eventId", event.id());
        body.putObject("tickets").put(type, tickets);
        body.putArray("orderBumps").addObject().put("productId", bump);
        return body;
    }

    @Test
    void amounts_of_two_currencies_are_never_added_up() {
        String bump = bump(500, "");
        attach(base, bump, "");
        ObjectNode beside = besideTickets(bump, 1);
        // Such products exist from before the change was rejected.
        TestSeller.rows(
                "UPDATE product SET document = jsonb_set(jsonb_set(document, '{price,currency}', '\"usd\"'),"
                        + " '{prices,0,currency}', '\"usd\"') WHERE seller_id = $1 AND id = $2",
                seller.id(),
                bump);
        assertThat(problems(body(bump))).containsExactly("orderBumps[0].productId");
        assertThat(problems(beside)).containsExactly("orderBumps[0].productId");
        api.patch("/v1/products/" + bump, "{\"price\":{\"currency\":\"eur\"}}").expect(200);
        assertThat(quote(body(bump)).get("subtotal").longValue()).isEqualTo(1500);
        assertThat(quote(beside).get("subtotal").longValue()).isEqualTo(3000);
    }

    @Test
    void its_appearance_depends_on_what_is_chosen() {
        String first = bump(500, "");
        String second = bump(300, "");
        attach(base, first, "");
        attach(
                base,
                second,
                ",'showHideLogic':{'enabled':true,'subject':'order_bump','comparison':'is',"
                        + "'orderBumpProductIds':['" + first + "']}");
        assertThat(problems(body(second))).containsExactly("orderBumps[0].productId");
        assertThat(quote(body(second, first)).get("subtotal").longValue()).isEqualTo(1800);
        api.patch(
                        base + "/" + second,
                        ("{'showHideLogic':{'enabled':true,'subject':'price','comparison':'is_not','priceId':'" + PRICE
                                        + "'}}")
                                .replace('\'', '"'))
                .expect(200);
        assertThat(problems(body(second))).containsExactly("orderBumps[0].productId");
    }

    @Test
    void beside_tickets_it_is_taken_too_and_a_retry_answers_the_same() {
        String bump = bump(500, "");
        ObjectNode body = besideTickets(bump, 2);
        String event = body.get("eventId").textValue();
        assertThat(quote(body).get("amount").longValue()).isEqualTo(5500);
        String once = api.writeWithRetries("POST", "/v1/quotes", "q", body.toString())
                .expect(200)
                .body();
        assertThat(api.writeWithRetries("POST", "/v1/quotes", "q", body.toString())
                        .body())
                .isEqualTo(once);
        assertThat(seller.test().post("/v1/quotes", body.toString()).expect(200).status())
                .isEqualTo(200);
        assertThat(problems(body.deepCopy().put("complimentary", true))).containsExactly("orderBumps");
        api.send("DELETE", "/v1/events/" + event + "/order-bumps/" + bump, Map.of())
                .expect(200);
        assertThat(problems(body)).containsExactly("orderBumps[0].productId");
    }
}
