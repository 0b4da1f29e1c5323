package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that no page of Tollgate sends. Each has a defined outcome, and none reveals another order or a cause. */
class BuyerAttackTest {
    private static final String RICH = """
            {'name': 'Mug', 'locale': 'en-US', 'productData': {'title': 'Mug', 'prices': [
               {'label': 'Plain', 'amount': 1900, 'currency': 'eur'},
               {'label': 'Open', 'payWhatYouWant': true, 'amount': 1000, 'currency': 'eur'}],
             'variants': [{'name': 'Size', 'options': [{'name': 'Small'},
               {'name': 'Large', 'additionalChargeAmount': 500}]}]}}
            """;

    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    /** Requires that a page says nothing of the program. */
    static Shown plain(Shown page) {
        assertThat(page.status()).as(page.html()).isNotEqualTo(500);
        assertThat(page.html())
                .doesNotContain("Exception", "io.tollgate", "java.", "io.vertx", "SELECT ", "seller_id", "\tat ");
        return page;
    }

    private long orders() {
        return shop.seller().live().get("/v1/payments").total();
    }

    private Map<String, String> form(Shelf shelf) {
        return ada.form(ada.get(shelf.path()));
    }

    private Shown order(Shelf shelf, Map<String, String> changes) {
        Map<String, String> form = new LinkedHashMap<>(form(shelf));
        form.putAll(changes);
        return plain(ada.post(shelf.path(), form));
    }

    private static String id(Shelf shelf, String pointer) {
        return shelf.record().at(pointer).textValue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"amount", "total", "price", "productData.prices.0.amount", "currency", "fee", "quantity"})
    void inputsThatThePageDoesNotHaveChangeNothing(String name) {
        Shown order = order(shop.product(1_900), Map.of(name, "1")).expect(303);
        assertThat(ada.get(order.path()).html()).contains("Pay €19.00");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "0", "-1", "9.99", "1e9", "NaN", "999999999999", "10.001", "٥", "€5"})
    void amountsBelowTheMinimumOrUnreadableAreRejected(String amount) {
        Shelf shelf = shop.page(RICH);
        String open = id(shelf, "/product/prices/1/id");
        order(shelf, Map.of("priceId", open, "amount", amount)).expect(422);
        assertThat(orders()).isZero();
    }

    @Test
    void idsOfOtherPagesAndSellersAreNotAccepted() {
        Shelf own = shop.page(RICH);
        Shelf other = shop.page(RICH.replace("1900", "100"));
        Shelf foreign = TestShop.open().page(RICH.replace("1900", "100"));
        for (Shelf from : List.of(other, foreign)) {
            order(own, Map.of("priceId", id(from, "/product/prices/0/id"))).expect(422);
            String variant = "variants." + id(own, "/product/variants/0/id");
            order(own, Map.of(variant, id(from, "/product/variants/0/options/1/id")))
                    .expect(422);
            Shown ignored = order(
                            own,
                            Map.of(
                                    "variants." + id(from, "/product/variants/0/id"),
                                    id(from, "/product/variants/0/options/1/id"),
                                    "bumps." + id(from, "/product/id"),
                                    "1"))
                    .expect(303);
            assertThat(ada.get(ignored.path()).html())
                    .contains("Pay €19.00")
                    .doesNotContain(id(from, "/product/id"), from.id());
        }
    }

    @Test
    void optionsThatThePageDoesNotOfferAreRejected() {
        Shelf shelf = shop.product(1_900);
        order(shelf, Map.of("paymentOption", "invoice")).expect(422);
        order(shelf, Map.of("paymentOption", "cash_on_delivery")).expect(422);
        assertThat(orders()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "l([0-9a-f]{24}~) # t$1",
                "checkout/[0-9a-f]{24} # checkout/" + "0123456789abcdef01234567",
                "[0-9a-f]{24}~ # 0123456789abcdef01234567~",
                "~.*$ # ~AAAAAAAAAAAAAAAAAAAAAAAA",
                "~.*$ # ~",
                "~.*$ # ''",
                "$ # x",
                "$ # /../x",
                "$ # %00",
                "$ # %0d%0aX-Injected:1",
                "checkout/ # CHECKOUT/",
                "checkout/.* # checkout/undefined",
                "checkout/.* # checkout/%2e%2e%2f"
            })
    void changedTokensFindNothing(String pattern, String replacement) {
        String path = order(shop.product(1_900), Map.of()).expect(303).path();
        String changed = path.replaceFirst(pattern.strip(), replacement.strip().replace("''", ""));
        for (String end : List.of("", "/return")) {
            Shown page = plain(ada.get(changed + end));
            assertThat(page.status()).as(changed + end).isIn(400, 404);
            assertThat(page.html()).doesNotContain("€19.00", "data-secret");
        }
    }

    @Test
    void aTokenBelongsToTheAddressOfItsSeller() {
        String token = order(shop.product(1_900), Map.of()).expect(303).path().replaceFirst(".*/checkout/", "");
        TestShop other = TestShop.open();
        plain(ada.get("/s/" + other.seller().name() + "/checkout/" + token).expect(404));
        plain(ada.get("/s/nobody/checkout/" + token).expect(404));
    }

    /** A double click, a lost response, or a replay. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1_900})
    void aFormThatArrivesManyTimesIsOneOrder(long price) {
        Shelf shelf = shop.product(price);
        Map<String, String> form = form(shelf);
        List<Shown> same =
                Parallel.times(8, i -> plain(ada.post(shelf.path(), form).expect(303)));
        assertThat(same).extracting(Shown::path).containsOnly(same.get(0).path());
        assertThat(orders()).isEqualTo(price == 0 ? 1 : 0);
        boolean again =
                order(shelf, Map.of()).expect(303).path().equals(same.get(0).path());
        assertThat(again)
                .as("a page that was loaded again continues the order that is not paid")
                .isEqualTo(price > 0);
    }

    @Test
    void formsOfOtherOriginsAndVisitsAreRejected() {
        Shelf shelf = shop.product(1_900);
        Map<String, String> form = form(shelf);
        Map<String, String> unsigned = new HashMap<>(form);
        unsigned.remove("csrf");
        assertThat(plain(ada.post(shelf.path(), unsigned)).status()).isEqualTo(403);
        for (String origin : List.of("https://evil.example", "null", "http://", "http://localhost.evil.example", "%")) {
            assertThat(plain(ada.post(shelf.path(), form, "Origin", origin)).status())
                    .as(origin)
                    .isEqualTo(403);
        }
        for (String site : List.of("cross-site", "same-site", "none")) {
            assertThat(plain(ada.post(shelf.path(), form, "Sec-Fetch-Site", site))
                            .status())
                    .as(site)
                    .isEqualTo(403);
        }
        Buyer eve = new Buyer(shop.gateway().url(), "eve@example.com");
        eve.get(shelf.path()).expect(200);
        assertThat(plain(eve.post(shelf.path(), form)).status()).isEqualTo(403);
    }

    @Test
    void liveAndTestOrdersStayApart() {
        Shelf shelf = shop.product(1_900);
        Map<String, String> form = form(shelf);
        Shown live = ada.post(shelf.path(), form).expect(303);
        testmode(shelf, true);
        assertThat(ada.get(live.path()).html()).contains("Pay €19.00").doesNotContain("Test mode");
        Shown test = ada.post(shelf.path(), form(shelf)).expect(303);
        assertThat(ada.get(test.path()).html()).contains("Thank you for your order", "Test mode");
        testmode(shelf, false);
        assertThat(ada.get(test.path()).html()).contains("Test mode");
        assertThat(orders()).isZero();
        assertThat(shop.seller().test().get("/v1/payments").total()).isEqualTo(1);
    }

    private void testmode(Shelf shelf, boolean on) {
        shop.seller()
                .live()
                .patch("/v1/checkout-pages/" + shelf.id(), "{\"testmode\": " + on + "}")
                .expect(200);
    }
}
