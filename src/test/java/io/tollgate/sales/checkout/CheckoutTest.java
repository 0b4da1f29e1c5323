package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Orders on checkout pages, from the form to the records that sellers read. */
class CheckoutTest {
    private static final String VISA = "4242424242424242";
    private static final String DECLINED = "4000000000000002";

    private final TestShop shop = TestShop.open();
    private final Buyer ada = buyer("ada@example.com");

    private Buyer buyer(String email) {
        return new Buyer(shop.gateway().url(), email);
    }

    private JsonNode payments(TestApi api) {
        return api.get("/v1/payments").expect(200).json().get("data");
    }

    private JsonNode payment() {
        JsonNode payments = payments(shop.seller().live());
        assertThat(payments).hasSize(1);
        return payments.get(0);
    }

    @Test
    void cardPaymentWritesPaymentCustomerAndInvoice() {
        Shelf shelf = shop.product(1_900);
        Shown order = ada.order(shelf.path() + "?utm_source=mail").expect(303);
        assertThat(ada.pay(order.path(), VISA)).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you for your order");
        JsonNode payment = payment();
        assertThat(payment.get("status").textValue()).isEqualTo("paid");
        assertThat(payment.get("amountPaid").longValue()).isEqualTo(1_900);
        assertThat(payment.at("/paymentMethod/last4").textValue()).isEqualTo("4242");
        assertThat(payment.at("/queryParameters/utm_source").textValue()).isEqualTo("mail");
        JsonNode invoice = shop.seller()
                .live()
                .get("/v1/invoices/" + payment.get("invoiceId").textValue())
                .expect(200)
                .json()
                .get("data");
        assertThat(invoice.get("status").textValue()).isEqualTo("paid");
        assertThat(invoice.get("amountPaid").longValue()).isEqualTo(1_900);
        JsonNode customer = shop.seller()
                .live()
                .get("/v1/customers/" + payment.get("customerId").textValue())
                .expect(200)
                .json()
                .get("data");
        assertThat(customer.get("email").textValue()).isEqualTo("ada@example.com");
    }

    @Test
    void settlesOnceHoweverOftenTheBuyerReturns() {
        Shown order = ada.order(shop.product(1_900).path()).expect(303);
        ada.pay(order.path(), VISA);
        List<Shown> pages = Parallel.times(12, i -> ada.get(order.path()));
        assertThat(pages).allMatch(page -> page.html().contains("Thank you for your order"));
        payment();
    }

    @Test
    void declinedCardCanBeReplaced() {
        Shown order = ada.order(shop.product(1_900).path()).expect(303);
        assertThat(ada.pay(order.path(), DECLINED)).isNotEqualTo("succeeded");
        assertThat(payments(shop.seller().live())).isEmpty();
        assertThat(ada.comeBack(order.path()).html()).contains("The payment was not successful");
        assertThat(ada.pay(order.path(), VISA)).isEqualTo("succeeded");
        ada.comeBack(order.path());
        assertThat(payment().get("status").textValue()).isEqualTo("paid");
    }

    @Test
    void invoiceOrderIsUnpaidAndShowsInstructions() {
        Shelf shelf = shop.page("""
                {'name': 'Mug', 'productData': {'title': 'Mug', 'prices': [{'amount': 1900, 'currency': 'eur'}]},
                 'paymentOptions': [{'type': 'manual', 'manualType': 'invoice', 'name': 'By transfer',
                   'instructions': 'Pay within 14 days.'}]}
                """);
        Shown order =
                ada.order(shelf.path(), Map.of("paymentOption", "invoice")).expect(303);
        assertThat(ada.get(order.path()).html()).contains("By transfer", "Pay within 14 days.");
        assertThat(payment().get("status").textValue()).isEqualTo("unpaid");
        assertThat(payment().get("amountDue").longValue()).isEqualTo(1_900);
    }

    @Test
    void freeOrderAsksForNoCard() {
        Shelf shelf = shop.product(0);
        Shown order = ada.order(shelf.path()).expect(303);
        assertThat(ada.get(order.path()).html()).contains("Thank you for your order");
        assertThat(payment().get("status").textValue()).isEqualTo("paid");
    }

    @Test
    void testModeChargesNothingAndTakesNoStock() {
        Shelf shelf = shop.page("{'name': 'Mug', 'testmode': true, 'productData': {'title': 'Mug', 'stock': 1,"
                + " 'hasUnlimitedStock': false, 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
        for (int i = 0; i < 2; i++) {
            Shown order = ada.order(shelf.path()).expect(303);
            assertThat(ada.get(order.path()).html()).contains("Test mode", "Thank you for your order");
        }
        assertThat(payments(shop.seller().live())).isEmpty();
        assertThat(payments(shop.seller().test())).hasSize(2);
    }

    @Test
    void stockIsNeverOversold() {
        Shelf shelf = stocked(3, "");
        List<Buyer> buyers = IntStream.range(0, 12)
                .mapToObj(i -> buyer("b" + i + "@example.com"))
                .toList();
        // All open the page before the first of them orders.
        List<Map<String, String>> forms = buyers.stream()
                .map(buyer -> buyer.form(buyer.get(shelf.path())))
                .toList();
        List<Shown> orders = Parallel.times(12, i -> buyers.get(i).post(shelf.path(), forms.get(i)));
        assertThat(orders).filteredOn(order -> order.status() == 303).hasSize(3);
        assertThat(orders)
                .filteredOn(order -> order.status() == 409)
                .hasSize(9)
                .allMatch(order -> order.html().contains("This is sold out"));
        assertThat(stock(shelf)).isZero();
    }

    private Shelf stocked(int stock, String settings) {
        return shop.page("{'name': 'Mug', " + settings + "'productData': {'title': 'Mug', 'stock': " + stock
                + ", 'hasUnlimitedStock': false, 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
    }

    private int stock(Shelf shelf) {
        return shop.seller()
                .live()
                .get("/v1/checkout-pages/" + shelf.id())
                .expect(200)
                .json()
                .at("/data/product/stock")
                .intValue();
    }

    @Test
    void tamperedFormsAreRejected() {
        Shelf shelf = shop.product(1_900);
        Map<String, String> form = ada.form(ada.get(shelf.path()));
        String email = form.keySet().stream()
                .filter(name -> form.get(name).equals("ada@example.com"))
                .findFirst()
                .orElseThrow();
        assertThat(ada.order(shelf.path(), Map.of("amount", "1")).expect(303).path())
                .as("a fixed price cannot be changed")
                .contains("/checkout/");
        assertThat(ada.order(shelf.path(), Map.of("priceId", "f".repeat(24)))
                        .expect(422)
                        .html())
                .contains("This price is no longer offered");
        assertThat(ada.order(shelf.path(), Map.of(email, "not an address"))
                        .expect(422)
                        .html())
                .contains("Enter an email address", "not an address");
        assertThat(ada.order(shelf.path(), Map.of("couponCode", "NOPE"))
                        .expect(422)
                        .html())
                .contains("NOPE");
        assertThat(ada.order(shelf.path(), Map.of("csrf", "x")).expect(403).html())
                .contains("Nothing was ordered");
        assertThat(ada.post(shelf.path(), form, "Origin", "https://evil.example")
                        .status())
                .isEqualTo(403);
        assertThat(buyer("eve@example.com").post(shelf.path(), form).status())
                .as("the form of another browser")
                .isEqualTo(403);
        assertThat(payments(shop.seller().live())).isEmpty();
    }

    @Test
    void emptyChoicesAreNamedAtTheirFields() {
        Shelf shelf = shop.page("""
                {'name': 'Mug', 'productData': {'title': 'Mug', 'prices': [{'amount': 1900, 'currency': 'eur'}]},
                 'fields': [
                   {'label': 'Sizes', 'element': 'multi-select', 'required': true, 'options': [{'label': 'S'}]},
                   {'label': 'Colour', 'element': 'multiple-choice', 'required': true, 'options': [{'label': 'Red'}]},
                   {'label': 'Terms', 'element': 'checkbox', 'required': true}]}
                """);
        String html = ada.order(shelf.path()).expect(422).html();
        assertThat(html)
                .contains("Sizes – This is required.", "Colour – This is required.", "Terms – Please check this box.")
                .doesNotContain("Email address – ");
    }

    @Test
    void anotherTokenFindsNoOrder() {
        Shown order = ada.order(shop.product(1_900).path()).expect(303);
        String path = order.path();
        char last = path.charAt(path.length() - 1);
        ada.get(path.substring(0, path.length() - 1) + (last == 'A' ? 'B' : 'A'))
                .expect(404);
        Shelf other = TestShop.open().product(1);
        ada.get(other.path().replaceFirst("/[^/]+$", "") + path.substring(path.indexOf("/checkout/")))
                .expect(404);
        assertThat(ada.get("/s/nobody/nothing").expect(404).html()).contains("<html", "Page not found");
        assertThat(ada.get("/s/nobody/nothing?lang=de").expect(404).html()).contains("Seite nicht gefunden");
    }

    @Test
    void oneBuyerHoldsFewOrders() {
        Shelf shelf = stocked(50, "");
        for (int i = 0; i < 5; i++) {
            // Another browser each time: the orders of one browser replace each other.
            buyer("ada@example.com").order(shelf.path()).expect(303);
        }
        assertThat(ada.order(shelf.path()).expect(409).html()).contains("several orders without paying");
        buyer("bob@example.com").order(shelf.path()).expect(303);
        assertThat(stock(shelf)).isEqualTo(44);
    }

    @Test
    void laterChangesOfThePageDoNotChangeAnOrder() {
        Shelf shelf = shop.product(1_900);
        Shown order = ada.order(shelf.path()).expect(303);
        String product = shelf.record().at("/product/id").textValue();
        shop.seller()
                .live()
                .patch("/v1/products/" + product, "{\"title\": \"Bowl\"}")
                .expect(200);
        ada.pay(order.path(), VISA);
        ada.comeBack(order.path());
        assertThat(payment().get("amountPaid").longValue()).isEqualTo(1_900);
        assertThat(payment().toString()).contains("Mug").doesNotContain("Bowl");
    }

    @Test
    void draftsHaveNoPage() {
        Shelf draft = shop.page("{'name': 'Mug', 'status': 'draft', 'productData': {'title': 'Mug', 'prices':"
                + " [{'amount': 1900, 'currency': 'eur'}]}}");
        ada.get(draft.path()).expect(404);
    }
}
