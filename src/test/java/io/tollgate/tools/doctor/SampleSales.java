package io.tollgate.tools.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.records.MeasureFolding;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.PageOrders;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Purchases through the pages of one seller that leave a value in nearly every field of the stored records: with
 * variants, fees, taxes, coupons, bulk discounts, deposits, refunds, trials, plans and offers.
 */
final class SampleSales {
    private static final String VISA = "4242424242424242";
    private static final String FIXED = "'tax': {'enabled': true, 'mode': 'fixed'}, ";
    private static final String FEE = "'fees': [{'name': 'Packing', 'amount': 120}], ";
    private static final String COUPON = "SAMPLE";

    private final TestShop shop;
    private final TestApi live;
    private final TestApi test;
    private int buyers;

    private SampleSales(TestShop shop) {
        this.shop = shop;
        live = shop.seller().live();
        test = shop.seller().test();
    }

    /** Sells everything, and returns the seller. */
    static TestShop sell() {
        TestShop shop = TestShop.open();
        SampleSales sales = new SampleSales(shop);
        new PageOrders(shop.gateway(), shop.seller()).send();
        sales.create("/v1/coupons", "{'label': 'S', 'code': '" + COUPON + "', 'percentOff': 10, 'duration': 'once'}");
        String vat = sales.rate("VAT", 19, true);
        String city = sales.rate("City tax", 7, false);
        sales.products(vat);
        sales.products(city);
        sales.events(vat);
        sales.subscriptions(vat);
        sales.processorTax();
        foldMeasures();
        sales.gift();
        sales.unfinished();
        sales.failedRefund();
        sales.portal();
        shop.settles(() -> false);
        return shop;
    }

    /** The sales before are in the sums of measures, and those after it in their journal. */
    private static void foldMeasures() {
        MeasureFolding folding = new MeasureFolding(TestSeller.database());
        int changed = TestSeller.await(folding.fold());
        while (changed > 0) {
            changed = TestSeller.await(folding.fold());
        }
    }

    private JsonNode create(String path, String body) {
        return live.post(path, body.replace('\'', '"')).expect(201).json().get("data");
    }

    private String rate(String name, int percentage, boolean inclusive) {
        return create(
                        "/v1/tax-rates",
                        "{'displayName': '%s', 'percentage': %d, 'inclusive': %s}"
                                .formatted(name, percentage, inclusive))
                .get("id")
                .textValue();
    }

    private Buyer buyer() {
        return new Buyer(shop.gateway().url(), "sample" + buyers++ + "@example.com");
    }

    private Shown buy(Shelf shelf, Map<String, String> inputs) {
        Buyer buyer = buyer();
        Map<String, String> form = new LinkedHashMap<>(buyer.form(buyer.get(shelf.path())));
        form.keySet().stream()
                .filter(name -> name.startsWith("variants."))
                .toList()
                .forEach(name -> form.put(name, "2"));
        form.putAll(address(shelf));
        form.putAll(inputs);
        Shown order = buyer.post(shelf.path(), form).expect(303);
        assertThat(buyer.pay(order.path(), VISA)).isEqualTo("succeeded");
        return buyer.comeBack(order.path());
    }

    private static Map<String, String> address(Shelf shelf) {
        Map<String, String> form = new HashMap<>();
        shelf.record().path("fields").forEach(field -> {
            if (field.path("element").asText().equals("address")) {
                String billing = "fields." + field.get("id").textValue() + ".billing.";
                form.put(billing + "country", "DE");
                form.put(billing + "line1", "Main Street 1");
                form.put(billing + "city", "Town");
                form.put(billing + "postalCode", "10115");
            }
        });
        return form;
    }

    /** Sells a product with everything that a price can have, and a bump, in full and with a deposit. */
    private void products(String rate) {
        String taxed = "'fixedTaxRateIds': ['" + rate + "'], ";
        Shelf shelf = shop.page("{'name': 'Tea', 'locale': 'en-US', 'showCouponCodeField': true, " + FIXED + FEE
                + "'fields': [{'label': 'Address', 'element': 'address'}, {'label': 'Note', 'element': 'text'}],"
                + " 'productData': {'title': 'Tea', 'stock': 100, 'hasUnlimitedStock': false, 'sku': 'T-1', " + taxed
                + "'discounts': [{'quantityCondition': 'checkout_quantity', 'minQuantity': 1, 'percentOff': 10}],"
                + " 'prices': [{'amount': 1000, 'currency': 'eur', 'discountedFromPrice': 1500, 'setupFee': 300}],"
                + " 'variants': [{'name': 'Box', 'selectionType': 'quantity', 'manageVariantOptionStock': true,"
                + " 'options': [{'name': 'Tin', 'stock': 50, 'additionalChargeAmount': 300}]}]},"
                + " 'paymentOptions': [{'type': 'full', 'name': 'Now'},"
                + " {'type': 'partial', 'name': 'Deposit', 'partialAmount': 400}]}");
        JsonNode extra = create(
                "/v1/products",
                "{'role': 'orderbump', 'title': 'Cup', " + taxed + "'price': {'amount': 500, 'currency': 'eur'}}");
        String bump = extra.get("id").textValue();
        create("/v1/checkout-pages/" + shelf.id() + "/order-bumps", "{'productId': '" + bump + "'}");
        buy(shelf, Map.of("couponCode", COUPON, "bumps." + bump, "on"));
        refund("/v1/payments", "{'amount': 150, 'reason': 'duplicate'}");
        buy(shelf, Map.of("paymentOption", "partial"));
        live.post(newest("/v1/payments") + "/record-payment", "{\"amount\": 100, \"method\": \"cash\"}")
                .expect(200);
    }

    private String newest(String list) {
        return list + "/" + live.get(list + "?limit=1").ids().get(0);
    }

    private void refund(String list, String body) {
        live.post(newest(list) + "/refund", body.replace('\'', '"')).expect(200);
    }

    private void events(String rate) {
        Shelf shelf = shop.event("{'name': 'Tasting', 'locale': 'en-US', 'showCouponCodeField': true, " + FIXED + FEE
                + "'eventDetails': {'currency': 'eur', 'location': 'Shop', 'capacity': 100, 'fixedTaxRateIds': ['"
                + rate + "']}, 'ticketGroups': [{'name': 'Room', 'capacity': 80, 'bulkDiscounts': [{'minQuantity': 2,"
                + " 'maxQuantity': 50, 'percentOff': 10}], 'ticketTypes': [{'name': 'Seat', 'price': 1000,"
                + " 'feeAmount': 50, 'capacity': 60}, {'name': 'Stool', 'pricing': 'pwyw', 'price': 500}]}]}");
        Map<String, String> tickets = new HashMap<>();
        shelf.record().at("/ticketGroups/0/ticketTypes").forEach(type -> {
            tickets.put("tickets." + type.get("id").textValue(), "2");
            if (type.get("pricing").textValue().equals("pwyw")) {
                tickets.put("tickets." + type.get("id").textValue() + ".amount", "7.00");
            }
        });
        tickets.put("couponCode", COUPON);
        buy(shelf, tickets);
        String code =
                live.get("/v1/tickets?limit=1").json().at("/data/0/checkInCode").textValue();
        live.post("/v1/tickets/validate/" + TestApi.encoded(code), "{}").expect(200);
    }

    private void subscriptions(String rate) {
        buy(
                box(FIXED, rate, "'recurring': {'interval': 'month', 'intervalCount': 1, 'trialPeriodDays': 14}"),
                Map.of());
        Shelf plan = box(
                FIXED + FEE,
                rate,
                "'setupFee': 300, 'paymentPlan': {'interval': 'month', 'intervalCount': 1, 'planIterations': 3}");
        buy(plan, Map.of("couponCode", COUPON));
        buy(box(FIXED, rate, "'recurring': {'interval': 'month', 'intervalCount': 1}"), Map.of());
        String paused =
                live.get("/v1/subscriptions?status=active&limit=1").ids().get(0);
        live.post("/v1/subscriptions/" + paused + "/update", "{\"quantity\": 2}")
                .expect(200);
        live.post("/v1/subscriptions/" + paused + "/pause", "{\"resumesAt\": \"2040-01-01T00:00:00Z\"}")
                .expect(200);
    }

    private Shelf box(String settings, String rate, String price) {
        return shop.page("{'name': 'Box', 'locale': 'en-US', 'showCouponCodeField': true, " + settings
                + "'productData': {'title': 'Box', 'generateLicenseKeys': true, 'fixedTaxRateIds': ['" + rate
                + "'], 'prices': [{'amount': 1000, 'currency': 'eur', " + price + "}]}}");
    }

    private void processorTax() {
        Shelf shelf = shop.page("{'name': 'Mug', 'locale': 'en-US', 'tax': {'enabled': true, 'mode': 'processor'},"
                + " 'fields': [{'label': 'Address', 'element': 'address'}],"
                + " 'productData': {'title': 'Mug', 'prices': [{'amount': 2000, 'currency': 'eur'}]}}");
        buy(shelf, Map.of());
        refund("/v1/payments", "{'amount': 250}");
    }

    /** Gives tickets away. */
    private void gift() {
        JsonNode event = create(
                "/v1/events",
                "{'name': 'Party', 'eventDetails': {'currency': 'eur', 'location': 'X'},"
                        + " 'ticketGroups': [{'name': 'A', 'ticketTypes': [{'name': 'B', 'price': 800}]}]}");
        String type = event.at("/ticketGroups/0/ticketTypes/0/id").textValue();
        create(
                "/v1/bookings",
                "{'eventId': '" + event.get("id").textValue() + "', 'tickets': {'" + type + "': 1},"
                        + " 'complimentary': true, 'fields': [{'reference': 'customer_name', 'value': 'Ann'},"
                        + " {'reference': 'customer_email', 'value': 'ann@example.com'}]}");
    }

    /** Leaves an order without payment, one whose card was declined, and one that a coupon made free. */
    private void unfinished() {
        create("/v1/coupons", "{'label': 'All', 'code': 'FREE', 'percentOff': 100, 'duration': 'once'}");
        Shelf shelf = shop.page("{'name': 'Pen', 'locale': 'en-US', 'showCouponCodeField': true,"
                + " 'productData': {'title': 'Pen', 'prices': [{'amount': 900, 'currency': 'eur'}]}}");
        buyer().order(shelf.path(), Map.of()).expect(303);
        buyer().order(shelf.path(), Map.of("couponCode", "FREE")).expect(303);
        Buyer declined = buyer();
        declined.pay(declined.order(shelf.path(), Map.of()).expect(303).path(), "4000000000000002");
    }

    private void failedRefund() {
        Buyer buyer = buyer();
        Shown order = buyer.order(shop.product(1_500).path(), Map.of()).expect(303);
        buyer.pay(order.path(), "4000000000005126");
        buyer.comeBack(order.path());
        refund("/v1/payments", "{'amount': 250}");
    }

    /** Leaves a link to the customer portal that was used. */
    private void portal() {
        TestSeller.rows(
                "INSERT INTO portal_link SELECT $1, true, reverse($1), sha256('a'), 'a@example.com', 'en', now(),"
                        + " now() + interval '1 hour', now()",
                shop.seller().id());
    }
}
