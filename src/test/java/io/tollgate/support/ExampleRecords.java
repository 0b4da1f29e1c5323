package io.tollgate.support;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.resource.Resource;
import io.tollgate.sales.subscription.Subscriptions;

/** Creates the records that the published examples of request bodies refer to. */
public final class ExampleRecords {
    /** The slug of the event in the published examples. */
    private static final String SLUG = "spring-concert";

    private static final String PRODUCT = "65f0c0ffee0123456789abcd";

    private ExampleRecords() {}

    /** Creates the product that examples of order bumps refer to, unless the seller has it, and returns its id. */
    public static String orderBump(TestSeller seller) {
        if (TestSeller.rows("SELECT 1 FROM product WHERE seller_id = $1 AND id = $2", seller.id(), PRODUCT)
                        .size()
                == 0) {
            String made = seller.live()
                    .post("/v1/products", "{\"role\":\"orderbump\",\"title\":\"Card\"}")
                    .expect(201)
                    .json()
                    .at("/data/id")
                    .textValue();
            TestSeller.rows(
                    "UPDATE product SET id = $3, document = jsonb_set(document, '{id}', to_jsonb($3::text))"
                            + " WHERE seller_id = $1 AND id = $2",
                    seller.id(),
                    made,
                    PRODUCT);
        }
        return PRODUCT;
    }

    /** Creates the event of an example with its ticket types, unless the seller has it. */
    public static void createEvent(TestSeller seller, JsonNode example) {
        if (!example.has("eventId") || !example.has("tickets")) {
            return;
        }
        String id = example.get("eventId").textValue();
        if (TestSeller.rows("SELECT 1 FROM page WHERE seller_id = $1 AND id = $2", seller.id(), id)
                        .size()
                == 0) {
            TestEvent event = new TestEvent(seller).id(id);
            if (TestSeller.rows("SELECT 1 FROM page WHERE seller_id = $1 AND slug = $2", seller.id(), SLUG)
                            .size()
                    == 0) {
                event.with(made -> made.put("slug", SLUG));
            }
            example.get("tickets")
                    .fieldNames()
                    .forEachRemaining(type -> event.type(2500, document -> document.put("id", type)));
            event.save();
        }
    }

    /** Issues the license key of a payment or a subscription. */
    public static void licenseKey(TestSeller seller, boolean live, Resource owner, String id) {
        TestSeller.rows(
                "INSERT INTO license_key (seller_id, livemode, id, key, charge_id, subscription_id, page_id,"
                        + " product_id, customer_id, created_at, updated_at)"
                        + " SELECT $1, $2, $3, gen_random_uuid(), CASE WHEN NOT $4 THEN $3 END,"
                        + " CASE WHEN $4 THEN $3 END, $3, $3, $3, now(), now()",
                seller.id(),
                live,
                id,
                owner == Subscriptions.RESOURCE);
    }

    /** Buys a subscription on a page and returns its id. */
    public static String boughtSubscription(TestSeller seller, boolean live) {
        TestGateway gateway = TestGateway.shared();
        String path = new TestShop(gateway, seller)
                .page("{'name': 'Box', 'testmode': " + !live + ", 'productData': {'title': 'Box', 'prices': [{"
                        + "'amount': 1000, 'currency': 'eur', 'recurring': {'interval': 'month', 'intervalCount': 1}}"
                        + "]}}")
                .path();
        Buyer buyer = new Buyer(gateway.url(), "ada@example.com");
        String order = buyer.order(path).expect(303).path();
        if (!buyer.pay(order, "4242424242424242").equals("succeeded")) {
            throw new IllegalStateException("the subscription was not paid");
        }
        buyer.comeBack(order);
        seller.settle();
        String found = "SELECT charge_id FROM checkout WHERE seller_id = $1 AND livemode = $2 AND kind = 'SUBSCRIPTION'"
                + " ORDER BY id DESC LIMIT 1";
        return TestSeller.rows(found, seller.id(), live).iterator().next().getString(0);
    }
}
