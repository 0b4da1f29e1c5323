package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Prices of several intervals, as a buyer without scripts sees them. */
class PriceTabsTest {
    private static final Pattern SECTION =
            Pattern.compile("<p class=\"tab-title\" id=\"prices-(\\w+)-title\">([^<]+)</p>");

    private static final Pattern TOTAL = Pattern.compile("class=\"total\"><dt>[^<]*</dt><dd>([^<]+)</dd>");

    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    /** Creates a page whose body refers to prices by words for ids. */
    private Shelf create(String body) {
        String ids = body;
        List<String> words = List.of("ONCE", "BASIC", "TEAM", "ANNUAL", "LARGE");
        for (int i = 0; i < words.size(); i++) {
            ids = ids.replace(words.get(i), "65f0c0ffee0000000000000" + i);
        }
        return shop.page(ids);
    }

    /** Creates a page with the prices {@code ONCE}, {@code BASIC}, {@code TEAM} and {@code ANNUAL}. */
    private Shelf page(String picker, String settings) {
        return create("""
                {'name': 'Tea club', 'locale': 'en-US', %s 'productData': {'title': 'Tea club', 'prices': [
                   {'id': 'ONCE', 'label': 'Box', 'amount': 3100, 'currency': 'eur'},
                   {'id': 'BASIC', 'label': 'Basic', 'amount': 900, 'currency': 'eur', 'reference': 'basic',
                    'recurring': {'interval': 'month', 'intervalCount': 1}},
                   {'id': 'TEAM', 'label': 'Team', 'amount': 2500, 'currency': 'eur', 'reference': 'team',
                    'recurring': {'interval': 'month', 'intervalCount': 3}},
                   {'id': 'ANNUAL', 'label': 'Annual', 'amount': 9000, 'currency': 'eur',
                    'paymentPlan': {'interval': 'year', 'intervalCount': 1, 'planIterations': 2}}],
                 'pricePicker': {%s}}}
                """.formatted(settings, picker));
    }

    private static String price(Shelf shelf, int index) {
        return shelf.record().at("/product/prices/" + index + "/id").textValue();
    }

    private static List<String> sections(Shown page) {
        return SECTION.matcher(page.html())
                .results()
                .map(found -> found.group(1) + "=" + found.group(2))
                .toList();
    }

    private static String total(Shown page) {
        return TOTAL.matcher(page.html())
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void pricesAreUnderTheLabelOfTheirInterval() {
        Shelf shelf = page("'priceDisplayTabOrder': ['year'], 'priceDisplayLabels': {'month': 'By month'}", "");
        Shown page = ada.get(shelf.path());
        assertThat(sections(page)).containsExactly("year=Yearly", "one_time=One-time", "month=By month");
        assertThat(page.html().split("name=\"priceId\"", -1)).hasSize(5);
        assertThat(page.html().split(" checked", -1)).hasSize(2);
        assertThat(sections(ada.get(shelf.path() + "?lang=de")))
                .containsExactly("year=Jährlich", "one_time=Einmalig", "month=By month");
    }

    @Test
    void pricesAreOneListWithoutTabsOrOfOneInterval() {
        assertThat(sections(ada.get(page("'title': 'Choose'", "").path()))).isEmpty();
        Shelf monthly = shop.page("""
                {'name': 'Mug', 'productData': {'title': 'Mug', 'prices': [{'amount': 1900, 'currency': 'eur'},
                   {'amount': 2900, 'currency': 'eur'}],
                 'pricePicker': {'priceDisplayTabOrder': ['one_time', 'month']}}}
                """);
        assertThat(sections(ada.get(monthly.path()))).isEmpty();
    }

    @Test
    void thePriceThatTheFirstTabNamesIsSelectedAndPriced() {
        Shelf shelf = page(
                "'priceDisplayTabOrder': ['month'], 'priceDisplayDefaults': {'month': 'TEAM', 'year': 'ANNUAL'}", "");
        assertThat(shelf.record().at("/product/defaultPriceId").textValue()).isEqualTo(price(shelf, 0));
        Shown page = ada.get(shelf.path());
        assertThat(ada.form(page)).containsEntry("priceId", price(shelf, 2));
        assertThat(total(page)).isEqualTo("€25.00");
        assertThat(page.html())
                .contains("data-first=\"" + price(shelf, 2) + "\"", "data-first=\"" + price(shelf, 3) + "\"");
        Shown order = ada.post(shelf.path(), ada.form(page)).expect(303);
        assertThat(ada.get(order.path()).html()).contains("€25.00");
    }

    @Test
    void anotherPriceIsOrderedWithoutScripts() {
        Shelf shelf = page("'priceDisplayTabOrder': ['month'], 'priceDisplayDefaults': {'month': 'TEAM'}", "");
        Map<String, String> form = ada.form(ada.get(shelf.path()));
        form.put("priceId", price(shelf, 3));
        form.put("action", "update");
        Shown updated = ada.post(shelf.path(), form).expect(200);
        assertThat(total(updated)).isEqualTo("€90.00");
        assertThat(ada.form(updated)).containsEntry("priceId", price(shelf, 3));
        form.put("action", "order");
        Shown order = ada.post(shelf.path(), form).expect(303);
        assertThat(ada.get(order.path()).html()).contains("€90.00");
    }

    @Test
    void theDefaultPriceIsSelectedIfTheFirstTabNamesNone() {
        Shown page = ada.get(page("'priceDisplayTabOrder': ['year'], 'priceDisplayDefaults': {'month': 'TEAM'}", "")
                .path());
        assertThat(total(page)).isEqualTo("€31.00");
    }

    @Test
    void theAddressSelectsAPriceBeforeTheTabDoes() {
        Shelf shelf = page(
                "'priceDisplayTabOrder': ['month'], 'priceDisplayDefaults': {'month': 'TEAM'}",
                "'allowDynamicPreselectedPrice': true,");
        Shown page = ada.get(shelf.path() + "?preselectedPrice=basic");
        assertThat(ada.form(page)).containsEntry("priceId", price(shelf, 1));
        assertThat(total(page)).isEqualTo("€9.00");
        assertThat(page.html()).contains("data-first=\"" + price(shelf, 1) + "\"");
    }

    @Test
    void theAddressSetsTheAmountOfThePriceThatTheFirstTabSelects() {
        Shelf shelf = create("""
                {'name': 'Mug', 'locale': 'en-US', 'allowDynamicPrice': true,
                 'productData': {'title': 'Mug', 'prices': [
                   {'amount': 900, 'currency': 'eur', 'recurring': {'interval': 'month', 'intervalCount': 1}},
                   {'amount': 1900, 'currency': 'eur'}, {'id': 'LARGE', 'amount': 2900, 'currency': 'eur'}],
                 'pricePicker': {'priceDisplayDefaults': {'one_time': 'LARGE'}}}}
                """);
        Shown page = ada.get(shelf.path() + "?price=1250");
        assertThat(total(page)).isEqualTo("€12.50");
        Shown order = ada.post(shelf.path() + "?price=1250", ada.form(page)).expect(303);
        ada.pay(order.path(), "4242424242424242");
        ada.comeBack(order.path());
        JsonNode payment = shop.seller().live().get("/v1/payments").json().at("/data/0");
        assertThat(payment.get("amountPaid").longValue()).isEqualTo(1_250);
        assertThat(payment.get("dynamicPrice").longValue()).isEqualTo(1_250);
        assertThat(payment.get("priceId").textValue()).isEqualTo(price(shelf, 2));
    }

    @Test
    void aHiddenPriceHasATabOnlyIfTheAddressNamesIt() {
        Shelf shelf = page("'priceDisplayTabOrder': ['month'], 'priceDisplayDefaults': {'month': 'TEAM'}", "");
        String prices = "{'pricePicker': {'priceDisplayLabels': {'year': 'A year'}}, 'prices': [{'id': '"
                + price(shelf, 0) + "'}, {'id': '" + price(shelf, 1) + "', 'hidden': true}, {'id': '" + price(shelf, 2)
                + "', 'hidden': true}, {'id': '" + price(shelf, 3) + "'}]}";
        String product = shelf.record().at("/product/id").textValue();
        shop.seller()
                .live()
                .patch("/v1/products/" + product, prices.replace('\'', '"'))
                .expect(200);
        Shown without = ada.get(shelf.path());
        assertThat(sections(without)).containsExactly("one_time=One-time", "year=A year");
        assertThat(total(without)).isEqualTo("€31.00");
        Shown named = ada.get(shelf.path() + "?show=team");
        assertThat(sections(named)).containsExactly("month=Monthly", "one_time=One-time", "year=A year");
        assertThat(total(named)).isEqualTo("€25.00");
        assertThat(named.html()).doesNotContain("Basic");
    }
}
