package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.tollgate.support.Buyer;
import io.tollgate.support.CardForm;
import io.tollgate.support.PageAudit;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every state of the hosted pages has no violation of axe, in all languages, light and dark, narrow and wide. */
class AccessibilityTest {
    private static final String RICH = """
            {'name': 'Pottery', 'locale': 'en-US', 'showCouponCodeField': true, 'fees': [{'name': 'Fee', 'amount': 50}],
             'description': '<h2>Six evenings</h2><p><b>clay and glazes</b> included.</p>',
             'productData': {'title': 'Pottery course', 'prices': [
                 {'label': 'Course', 'amount': 12000, 'currency': 'eur', 'discountedFromPrice': 15000},
                 {'label': 'Supporter', 'payWhatYouWant': true, 'amount': 15000, 'currency': 'eur', 'badge': 'Kind'}],
               'variants': [
                 {'name': 'Glaze', 'required': true, 'options': [{'name': 'White'},
                   {'name': 'Cobalt blue', 'additionalChargeAmount': 500}]},
                 {'name': 'Extras', 'selectionType': 'quantity', 'options': [{'name': 'Clay'}]}]},
             'paymentOptions': [{'type': 'full', 'name': 'Pay now'},
               {'type': 'manual', 'name': 'Pay by invoice', 'manualType': 'invoice'}],
             'fields': [
               {'label': 'Address', 'element': 'address', 'required': true},
               {'label': 'Sizes', 'element': 'multi-select', 'required': true, 'options': [{'label': 'S'}]},
               {'label': 'Colour', 'element': 'multiple-choice', 'options': [{'label': 'Red'}]},
               {'label': 'Terms', 'element': 'checkbox', 'required': true},
               {'label': 'Message', 'element': 'textarea'}]}
            """;

    @RegisterExtension
    static final TestBrowser browser = TestBrowser.tolerant();

    private static Map<String, String> states;

    @BeforeAll
    static void open() throws Exception {
        states = states(TestShop.open());
    }

    /** Returns the address of a page in each state that an address can show. */
    private static Map<String, String> states(TestShop shop) throws Exception {
        Map<String, String> states = new LinkedHashMap<>();
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        Shelf mug = shop.product(1_900);
        states.put("page", shop.page(RICH).path());
        states.put("sold out", shop.page("""
                {'name': 'Gone', 'productData': {'title': 'Gone', 'stock': 0, 'hasUnlimitedStock': false,
                 'prices': [{'amount': 1900, 'currency': 'eur'}]}}
                """).path());
        states.put("payment", ada.order(mug.path()).expect(303).path());
        String declined = ada.order(mug.path()).expect(303).path();
        ada.pay(declined, "4000000000000002");
        states.put("declined", declined);
        states.put("confirmation", ada.order(shop.product(0).path()).expect(303).path());
        states.put("test mode", ada.order(shop.page("""
                        {'name': 'Try', 'testmode': true, 'productData': {'title': 'Try',
                         'prices': [{'amount': 1900, 'currency': 'eur'}]}}
                        """).path()).expect(303).path());
        states.put(
                "invoice",
                ada.order(shop.page("""
                        {'name': 'Bowl', 'productData': {'title': 'Bowl', 'prices': [{'amount': 1900,
                          'currency': 'eur'}]}, 'paymentOptions': [{'type': 'manual', 'manualType': 'invoice',
                          'name': 'By transfer', 'instructions': 'Pay within 14 days.'}]}
                        """).path(), Map.of("paymentOption", "invoice"))
                        .expect(303)
                        .path());
        events(shop, ada, states);
        forms(shop, ada, states);
        Shelf draft = shop.page("{'name': 'Draft', 'status': 'draft', 'productData': {'title': 'Draft', 'prices':"
                + " [{'amount': 1900, 'currency': 'eur'}]}}");
        String preview = draft.record().get("previewUrl").textValue();
        states.put("preview", draft.path() + preview.substring(preview.indexOf('?')));
        states.put("embedded", mug.path() + "?embed=1");
        states.put("not found", "/s/" + shop.seller().name() + "/nothing");
        return states;
    }

    private static final String EVENT = """
            {'name': 'Festival', 'locale': 'en-US', 'showCouponCodeField': true,
             'description': '<p>Three stages, <b>twenty bands</b>.</p>',
             'eventDetails': {'currency': 'eur', 'location': 'Old harbor', 'timezone': 'Europe/Berlin',
               'mapsLink': 'https://maps.example/harbor', 'startDate': '2036-07-18T16:00:00Z',
               'endDate': '2036-07-18T21:30:00Z'},
             'paymentOptions': [{'type': 'full', 'name': 'Pay everything now'},
               {'type': 'partial', 'name': 'Deposit', 'partialAmount': 2000}],
             'ticketGroups': [
               {'name': 'Tickets', 'feeDisplay': 'separate', 'ticketTypes': [
                 {'name': 'Regular', 'price': 4900, 'feeAmount': 250, 'discountedFromPrice': 5900,
                  'description': 'Entry to all stages.'},
                 {'name': 'Student', 'price': 2900, 'capacity': 12, 'showAvailableQuantity': true},
                 {'name': 'Late', 'price': 1900, 'availabilityBehavior': 'date_time_based',
                  'saleStartOn': '2035-07-01T10:00:00Z'},
                 {'name': 'Stream', 'pricing': 'pwyw', 'price': 500}]},
               {'name': 'Camping', 'ticketSelectionType': 'single', 'layout': {'type': 'grid', 'columns': 2},
                'ticketTypes': [{'name': 'Tent', 'price': 1500}, {'name': 'Van', 'price': 3500}]},
               {'name': 'Extras', 'ticketSelectionType': 'multiple', 'layout': {'type': 'accordion',
                 'collapse': true}, 'ticketTypes': [{'name': 'Parking', 'price': 800}]}]}
            """;

    private static void events(TestShop shop, Buyer ada, Map<String, String> states) {
        Shelf festival = shop.event(EVENT);
        Map<String, String> one = Map.of(
                "tickets."
                        + festival.record()
                                .at("/ticketGroups/0/ticketTypes/0/id")
                                .textValue(),
                "2");
        states.put("event", festival.path());
        states.put("event payment", ada.order(festival.path(), one).expect(303).path());
        Shelf small = shop.event("", "'capacity': 1,", "{'name': 'Guest', 'pricing': 'free', 'capacity': 1}");
        Map<String, String> guest = Map.of(
                "tickets."
                        + small.record().at("/ticketGroups/0/ticketTypes/0/id").textValue(),
                "1");
        states.put(
                "event confirmation", ada.order(small.path(), guest).expect(303).path());
        states.put("event sold out", small.path());
    }

    private static void forms(TestShop shop, Buyer ada, Map<String, String> states) {
        states.put("form", shop.form("""
                {'name': 'Application', 'locale': 'en-US', 'description': '<p>Sell at our market.</p>', 'fields': [
                  {'label': 'Stall', 'element': 'multiple-choice', 'required': true, 'options': [{'label': 'Food'}]},
                  {'label': 'Days', 'element': 'multi-select', 'options': [{'label': 'Saturday'}]},
                  {'label': 'Date', 'element': 'date'},
                  {'label': 'Address', 'element': 'address', 'required': true},
                  {'label': 'Licence', 'element': 'file', 'required': true, 'description': 'A scan or a photo.'},
                  {'label': 'Rules', 'element': 'checkbox', 'required': true}]}
                """).path());
        Shelf news = shop.form("{'name': 'News'}");
        states.put("submitted", ada.order(news.path()).expect(303).path());
        Shelf closed = shop.form("{'name': 'Closed'}");
        shop.seller()
                .live()
                .send("DELETE", "/v1/forms/" + closed.id(), Map.of())
                .expect(200);
        states.put("form closed", closed.path());
    }

    private static PageAudit audit(int width, ColorScheme scheme) {
        return PageAudit.open(browser, TestShop.open().gateway().url(), width, scheme);
    }

    /** All states in light and dark, narrow and wide. */
    @SecondStage
    @Test
    void everyStateInBothColorsAndWidths() {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            try (PageAudit audit = audit(PageAudit.WIDE, scheme)) {
                states.forEach((state, path) -> {
                    audit.navigate(path);
                    for (int width : List.of(PageAudit.NARROW, PageAudit.WIDE)) {
                        audit.resize(width);
                        audit.check(state + " " + scheme + " " + width);
                        TestBrowser.picture(
                                audit.page(), "axe-" + state.replace(' ', '-') + "-" + scheme + "-" + width);
                    }
                });
                audit.assertClean();
            }
        }
    }

    @Test
    void everyStateOnANarrowScreen() {
        assertAccessible("en");
    }

    /** All states in all languages; the colors do not depend on the language. */
    @SecondStage
    @ParameterizedTest
    @ValueSource(strings = {"de", "fr", "es", "it", "nl", "pt", "pl", "ja", "ar"})
    void everyStateInEveryLanguage(String language) {
        assertAccessible(language);
    }

    private static void assertAccessible(String language) {
        try (PageAudit audit = audit(PageAudit.NARROW, ColorScheme.LIGHT)) {
            states.forEach((state, path) -> audit.check(state, path, language));
            audit.assertClean();
        }
    }

    /** States that only a form or the payment form of the processor can show. */
    @SecondStage
    @ParameterizedTest
    @ValueSource(strings = {"LIGHT", "DARK"})
    void errorsAndFailedPayments(String scheme) {
        try (PageAudit audit = audit(PageAudit.NARROW, ColorScheme.valueOf(scheme))) {
            Page page = audit.page();
            for (String state : List.of("page", "event", "form")) {
                audit.navigate(states.get(state));
                page.locator("button.primary").click();
                page.locator("#errors").waitFor();
                audit.check(state + " errors " + scheme);
                TestBrowser.picture(page, "axe-" + state + "-errors-" + scheme);
            }
            audit.navigate(states.get("declined"));
            CardForm.pay(page, "4000 0000 0000 0002");
            page.getByText("Your card was declined.").first().waitFor();
            audit.check("card declined " + scheme);
            audit.assertClean();
        }
    }

    /** Control: a picture without a text, a faint text and a wide element are found. */
    @Test
    void violationsAreFound() {
        try (PageAudit audit = audit(PageAudit.WIDE, ColorScheme.LIGHT)) {
            audit.navigate(states.get("confirmation"));
            audit.page()
                    .evaluate("document.querySelector('main').innerHTML +="
                            + " '<img src=\"data:,\"><p style=\"color: #ddd; background: #fff\">faint</p>"
                            + "<div style=\"width: 2000px\">wide</div>'");
            audit.check("broken");
            assertThatThrownBy(audit::assertClean)
                    .hasMessageContaining("image-alt")
                    .hasMessageContaining("color-contrast")
                    .hasMessageContaining("scrolls horizontally");
        }
    }
}
