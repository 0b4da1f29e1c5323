package io.tollgate.support;

import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestShop.Shelf;
import java.util.HashMap;
import java.util.Map;

/**
 * Orders of all types of hosted pages: paid, declined, expired, refunded, by invoice, and in test mode. Their carts are
 * saved before, and some are left.
 */
public final class PageOrders {
    private static final String VISA = "4242424242424242";
    private static final String DECLINED = "4000000000000002";
    private static final String COUPON = "PAGES";

    private final TestGateway gateway;
    private final TestSeller seller;
    private final TestApi api;
    private int buyers;

    public PageOrders(TestGateway gateway, TestSeller seller) {
        this.gateway = gateway;
        this.seller = seller;
        this.api = seller.live();
    }

    /** Sends all orders. Some of their tasks may still be due afterwards. */
    public void send() {
        patch("/v1/account", "{'saveCustomerContactDetails':true,'sendReminderEmails':true}");
        post("/v1/coupons", "{'label':'P','code':'" + COUPON + "','percentOff':5,'duration':'once'}", 201);
        for (PageType type : PageType.values()) {
            Shelf shelf = type.open(api, seller.name(), 1_900, 100);
            String page = (type == PageType.EVENT ? "/v1/events/" : "/v1/checkout-pages/") + shelf.id();
            if (type == PageType.EVENT) {
                patch(page, "{'eventDetails':{'limitRegistrations':{'enabled':true}}}");
            } else {
                String product = shelf.record().at("/product/id").textValue();
                patch("/v1/products/" + product, "{'generateLicenseKeys':true}");
            }
            refund(type, paid(type, shelf));
            expire(type, shelf);
            patch(page, "{'paymentOptions':[{'type':'manual','manualType':'invoice','name':'By transfer'}]}");
            invoices(type, shelf);
            patch(page, "{'testmode':true}");
            order(type, shelf, Map.of("paymentOption", "invoice"));
            remind(type, shelf);
        }
        subscribe();
        Shelf form = new TestShop(gateway, seller)
                .form("{'name':'News','formDetails':{'limitSubmissions':{'enabled':true}}}");
        buyer().order(form.path()).expect(303);
    }

    /** Subscribes, and accepts the offer that follows. */
    private void subscribe() {
        TestShop shop = new TestShop(gateway, seller);
        Shelf lid = shop.product(700);
        Shelf box = shop.page("{'name':'Box','funnelSteps':[{'type':'upsell','config':{'action':'checkout','pageId':'"
                + lid.id() + "'}}],'productData':{'title':'Box','generateLicenseKeys':true,'prices':[{'amount':1000,"
                + "'currency':'eur','recurring':{'interval':'month','intervalCount':1}}]}}");
        Buyer buyer = buyer();
        Shown order = buyer.order(box.path(), Map.of()).expect(303);
        buyer.pay(order.path(), VISA);
        Shown offer = buyer.comeBack(order.path());
        Map<String, String> accepting = new HashMap<>(buyer.form(offer));
        accepting.put("action", "accept");
        buyer.post(offer.path() + "/offer", accepting).expect(303);
        String charged = api.get("/v1/subscription-payments?limit=1").ids().get(0);
        post("/v1/subscription-payments/" + charged + "/refund", "{}", 200);
    }

    private Buyer buyer() {
        return new Buyer(gateway.url(), "buyer" + buyers++ + "@example.com");
    }

    private static Map<String, String> choices(PageType type, Shelf shelf, Map<String, String> more) {
        Map<String, String> choices = new HashMap<>(type.choices(shelf));
        choices.put("couponCode", COUPON);
        choices.putAll(more);
        return choices;
    }

    private Shown order(PageType type, Shelf shelf, Map<String, String> more) {
        Buyer buyer = buyer();
        save(buyer, type, shelf);
        return buyer.order(shelf.path(), choices(type, shelf, more)).expect(303);
    }

    private static void save(Buyer buyer, PageType type, Shelf shelf) {
        Map<String, String> form = buyer.form(buyer.get(shelf.path()));
        form.putAll(type.choices(shelf));
        buyer.post(shelf.path() + "/cart", form).expect(204);
    }

    /** Reminds a buyer of a cart, which is then changed and ordered, and another one who does not come back. */
    private void remind(PageType type, Shelf shelf) {
        Buyer buyer = buyer();
        save(buyer, type, shelf);
        save(buyer(), type, shelf);
        seller.test().post("/v1/test-clock", "{\"advance\": \"PT1H\"}").expect(200);
        save(buyer, type, shelf);
        buyer.order(shelf.path(), choices(type, shelf, Map.of("paymentOption", "invoice")))
                .expect(303);
        seller.test().post("/v1/test-clock", "{\"advance\": \"P31D\"}").expect(200);
    }

    private String paid(PageType type, Shelf shelf) {
        Buyer buyer = buyer();
        save(buyer, type, shelf);
        Shown order = buyer.order(shelf.path(), choices(type, shelf, Map.of())).expect(303);
        buyer.pay(order.path(), DECLINED);
        buyer.get(order.path() + "/return");
        buyer.pay(order.path(), VISA);
        buyer.comeBack(order.path());
        return newest(type);
    }

    private String newest(PageType type) {
        return type.orders() + "/" + api.get(type.orders() + "?limit=1").ids().get(0);
    }

    private void refund(PageType type, String order) {
        post(order + "/refund", "{'amount':500}", 200);
        post(order + "/refund", type == PageType.EVENT ? "{'ticketIds':[]}" : "{}", 200);
    }

    private void invoices(PageType type, Shelf shelf) {
        Map<String, String> invoice = Map.of("paymentOption", "invoice");
        order(type, shelf, invoice);
        post(newest(type) + "/record-payment", "{'method':'cash'}", 200);
        if (type == PageType.EVENT) {
            order(type, shelf, invoice);
            post(newest(type) + "/cancel", "{}", 200);
        }
    }

    /** Lets one order expire without a payment, and one whose payment was begun. */
    private void expire(PageType type, Shelf shelf) {
        order(type, shelf, Map.of());
        Buyer buyer = buyer();
        buyer.get(buyer.order(shelf.path(), choices(type, shelf, Map.of()))
                        .expect(303)
                        .path())
                .expect(200);
        String open = "SELECT FROM checkout WHERE seller_id = $1 AND status IN ('OPEN', 'PENDING')";
        if (!seller.settles(() -> {
            TestSeller.rows(
                    "UPDATE checkout SET hold_until = now() - interval '1 second' WHERE seller_id = $1"
                            + " AND status IN ('OPEN', 'PENDING')",
                    seller.id());
            TestSeller.rows("UPDATE processor_task SET due_at = now() WHERE seller_id = $1", seller.id());
            return TestSeller.rows(open, seller.id()).size() == 0;
        })) {
            throw new AssertionError("orders did not expire");
        }
    }

    private void post(String path, String body, int status) {
        api.post(path, body.replace('\'', '"')).expect(status);
    }

    private void patch(String path, String body) {
        api.patch(path, body.replace('\'', '"')).expect(200);
    }
}
