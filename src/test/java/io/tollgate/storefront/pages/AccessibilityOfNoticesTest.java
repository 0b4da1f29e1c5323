package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.ColorScheme;
import io.tollgate.support.Buyer;
import io.tollgate.support.PageAudit;
import io.tollgate.support.PageType;
import io.tollgate.support.SecondStage;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Notices about orders, pages that sell nothing, and error pages have no violation of axe in several languages. */
@SecondStage
class AccessibilityOfNoticesTest {
    private static final String VISA = "4242424242424242";

    /** Its payment is processed by the bank before it succeeds. */
    private static final String PROCESSED = "4000000000007205";

    private static final String KEEP_PENDING = """
            UPDATE simulated_object SET object = jsonb_set(object, '{simulator_until}', '4102444800')
            WHERE seller_id = $1 AND kind = 'payment_intent'
            """;

    @RegisterExtension
    static final TestBrowser browser = TestBrowser.tolerant();

    private static Map<String, Notice> notices;

    /** @param text that the page shows in English */
    private record Notice(String path, int status, String text) {}

    @BeforeAll
    static void open() {
        notices = new LinkedHashMap<>();
        orders();
        pages(TestShop.open());
        errors(TestShop.open());
        Buyer visitor = buyer(TestShop.open());
        notices.forEach((name, notice) -> assertThat(
                        visitor.get(notice.path()).expect(notice.status()).html())
                .as(name)
                .contains(notice.text()));
    }

    private static Buyer buyer(TestShop shop) {
        return new Buyer(shop.gateway().url(), "ada@example.com");
    }

    private static void orders() {
        TestShop shop = TestShop.open();
        String expired =
                buyer(shop).order(shop.product(1_900).path()).expect(303).path();
        TestSeller.rows(
                "UPDATE checkout SET hold_until = now() - interval '1 second' WHERE seller_id = $1",
                shop.seller().id());
        notices.put("expired", new Notice(expired, 200, "This order has expired"));

        shop = TestShop.open();
        Buyer ada = buyer(shop);
        String pending = ada.order(shop.product(1_900).path()).expect(303).path();
        assertThat(ada.pay(pending, PROCESSED)).isEqualTo("processing");
        TestSeller.rows(KEEP_PENDING, shop.seller().id());
        notices.put("pending", new Notice(pending, 200, "Your payment is being processed"));

        shop = TestShop.open();
        Shelf event = PageType.EVENT.open(shop.seller().live(), shop.seller().name(), 0, 2);
        String canceled = buyer(shop)
                .order(event.path(), PageType.EVENT.choices(event))
                .expect(303)
                .path();
        String id =
                shop.seller().live().get("/v1/bookings").json().at("/data/0/id").textValue();
        shop.seller().live().post("/v1/bookings/" + id + "/cancel", "{}").expect(200);
        notices.put("canceled", new Notice(canceled, 200, "This order was canceled"));
        notices.put("late", new Notice(late(TestShop.open()), 200, "Your payment came too late"));
    }

    /** Lets an order expire although the payment has succeeded, and sells the last one to another buyer. */
    private static String late(TestShop shop) {
        Shelf last = PageType.PRODUCT.open(shop.seller().live(), shop.seller().name(), 1_900, 1);
        Buyer ada = buyer(shop);
        String order = ada.order(last.path()).expect(303).path();
        Buyer.Shown page = ada.get(order).expect(200);
        SimulatorState.holdEvents(shop.seller());
        assertThat(ada.payFrom(page, VISA)).isEqualTo("succeeded");
        for (String sql : List.of(
                "DELETE FROM processor_task WHERE seller_id = $1 AND kind = 'SETTLE_CHECKOUT'",
                "UPDATE checkout SET status = 'EXPIRED', hold_until = now() WHERE seller_id = $1",
                "UPDATE payment_attempt SET status = 'CANCELED' WHERE seller_id = $1",
                "UPDATE capacity SET taken = 0 WHERE seller_id = $1")) {
            TestSeller.rows(sql, shop.seller().id());
        }
        new Buyer(shop.gateway().url(), "bob@example.com").order(last.path()).expect(303);
        return order;
    }

    private static void pages(TestShop shop) {
        Shelf archived = shop.product(1_900);
        shop.seller()
                .live()
                .patch("/v1/checkout-pages/" + archived.id(), "{\"status\": \"archived\"}")
                .expect(200);
        notices.put("page closed", new Notice(archived.path(), 200, "This is no longer for sale"));
    }

    /** Error pages of each kind that an address can show. */
    private static void errors(TestShop shop) {
        String seller = "/s/" + shop.seller().name();
        notices.put("not found", new Notice(seller + "/nothing", 404, "Page not found"));
        notices.put("portal link used", new Notice(seller + "/portal/login/x", 410, "This link can no longer be used"));
        String link = new OverdueLinks(TestGateway.secrets().linkKey(), "")
                .sign(
                        shop.seller().scope(true),
                        shop.seller().name(),
                        "0123456789abcdef01234567",
                        Instant.now().minusSeconds(1));
        notices.put("link expired", new Notice(link, 410, "This link has expired"));
        Shelf broken = shop.page("{'name': 'Mug', 'productData': {'title': 'Mug simulate:error', 'prices': [{'amount':"
                + " 1900, 'currency': 'eur'}]}}");
        String order = buyer(shop).order(broken.path()).expect(303).path();
        notices.put("processor down", new Notice(order, 503, "Please try again in a moment"));
    }

    static List<String> languages() {
        return PageAudit.LANGUAGES;
    }

    private static String url() {
        return TestShop.open().gateway().url();
    }

    @ParameterizedTest
    @MethodSource("languages")
    void everyNoticeInSeveralLanguages(String language) {
        try (PageAudit audit = PageAudit.open(browser, url(), PageAudit.NARROW, ColorScheme.LIGHT)) {
            notices.forEach((name, notice) -> audit.check(name, notice.path(), language));
            audit.assertClean();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LIGHT", "DARK"})
    void everyNoticeOnAWideScreen(ColorScheme scheme) {
        try (PageAudit audit = PageAudit.open(browser, url(), PageAudit.WIDE, scheme)) {
            notices.forEach((name, notice) -> {
                audit.check(name, notice.path(), "en");
                TestBrowser.picture(audit.page(), "notice-" + name.replace(' ', '-') + "-" + scheme);
            });
            audit.assertClean();
        }
    }

    /** Error pages in the language that the buyer's browser prefers. */
    @ParameterizedTest
    @MethodSource("languages")
    void errorPagesFollowTheLanguageOfTheBrowser(String language) {
        try (PageAudit audit = PageAudit.preferring(browser, url(), language)) {
            notices.forEach((name, notice) -> {
                if (notice.status() >= 400) {
                    assertThat(audit.navigate(notice.path())).as(name).isEqualTo(notice.status());
                    checkPreferred(audit, name, language);
                }
            });
            audit.assertClean();
        }
    }

    @Test
    void pageOfTheRateLimitFollowsTheLanguageOfTheBrowser() {
        Map<String, String> one = Map.of("rateLimits.buyerPerSecond", "1", "rateLimits.buyerBurst", "1");
        try (TestGateway limited = TestGateway.startPatient(one)) {
            Buyer other = new Buyer(limited.url(), "eve@example.com");
            for (String language : PageAudit.LANGUAGES) {
                try (PageAudit audit = PageAudit.preferring(browser, limited.url(), language)) {
                    // The limit allows one request a second, of which the one before the page takes the last.
                    int status = 0;
                    for (int i = 0; i < 20 && status != 429; i++) {
                        other.get("/s/nobody/nothing");
                        status = audit.navigate("/s/nobody/nothing");
                    }
                    assertThat(status).isEqualTo(429);
                    checkPreferred(audit, "too many requests", language);
                    audit.assertClean();
                }
            }
        }
    }

    private static void checkPreferred(PageAudit audit, String name, String language) {
        assertThat(audit.page().locator("html").getAttribute("lang")).as(name).startsWith(language);
        audit.check(name + " " + language);
    }
}
