package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Frame;
import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.sun.net.httpserver.HttpServer;
import io.tollgate.support.CardForm;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Purchases on the site of a seller, which is another site than Tollgate: {@code localhost} and {@code 127.0.0.1}. */
class EmbedInBrowserTest {
    private static final Map<String, String> PAGES = new ConcurrentHashMap<>();

    @RegisterExtension
    static final TestBrowser browser = TestBrowser.create();

    private static HttpServer site;
    private final TestShop shop = TestShop.open();

    @BeforeAll
    static void open() throws IOException {
        site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        site.createContext("/", exchange -> {
            byte[] html = PAGES.getOrDefault(exchange.getRequestURI().getPath(), "<h1>Thanks from the site</h1>")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            exchange.sendResponseHeaders(200, html.length);
            exchange.getResponseBody().write(html);
            exchange.close();
        });
        site.start();
    }

    @AfterAll
    static void close() {
        if (site != null) {
            site.stop(0);
        }
    }

    private static String siteUrl() {
        return "http://localhost:" + site.getAddress().getPort();
    }

    /** Opens a page of the site with an element that embeds a page of Tollgate. */
    private Page visit(String element, int width) {
        String path = "/" + PAGES.size();
        PAGES.put(
                path,
                "<!doctype html><html lang=en><title>Site</title><link rel=icon href='data:,'>"
                        + "<body style='margin:40px;font-family:sans-serif'><h1>The site</h1>" + element
                        + "<script src='"
                        + shop.gateway().url() + "/embed.js'></script>"
                        + "<script>addEventListener('tollgate:purchase', (event) => {"
                        + " document.title = 'Order ' + event.detail.orderId + ' ' + event.detail.amount;"
                        + " window.purchases = [...(window.purchases ?? []), event.detail]; });"
                        + " addEventListener('message', (event) => { if (event.data?.type === 'purchase')"
                        + " window.reports = (window.reports ?? 0) + 1; })</script>");
        Page page = browser.page(width);
        page.navigate(siteUrl() + path);
        return page;
    }

    private static void pay(FrameLocator frame, String card) {
        frame.getByLabel("Name").fill("Ada Lovelace");
        frame.getByLabel("Email address").fill("ada@example.com");
        frame.getByText("Continue to payment").click();
        CardForm.pay(frame, card);
    }

    private static Locator thanks(FrameLocator frame) {
        return frame.getByRole(
                AriaRole.HEADING, new FrameLocator.GetByRoleOptions().setName("Thank you for your order"));
    }

    @Test
    void purchaseInTheFlowOfThePage() {
        Shelf shelf = shop.product(1_900);
        Page page = visit("<div data-tollgate-page='" + shop.url(shelf) + "'></div>", 1280);
        FrameLocator frame = page.frameLocator("[data-tollgate-page] iframe");
        frame.getByLabel("Name").waitFor();
        page.waitForFunction("document.querySelector('iframe').offsetHeight !== 640");
        TestBrowser.picture(page, "embed-inline-1280");
        pay(frame, CardForm.VISA);
        thanks(frame).waitFor();
        page.waitForFunction("document.title.endsWith(' 1900')");
        assertThat(shop.seller().live().get("/v1/payments").total()).isEqualTo(1);
    }

    @Test
    void wrongElementDoesNotStopTheOthers() {
        Shelf shelf = shop.product(1_900);
        Page page = visit(
                "<div data-tollgate-page='https://other.example/s/acme/mug'></div><div data-tollgate-page='http://['>"
                        + "</div><div id=right data-tollgate-page='" + shop.url(shelf) + "'></div>",
                1280);
        page.frameLocator("#right iframe").getByLabel("Name").waitFor();
        assertThat(page.locator("iframe").count()).isEqualTo(1);
    }

    @Test
    void purchaseAndAcceptedOfferAreReportedOnceEach() {
        Shelf lid = shop.page("{'name': 'Lid', 'locale': 'en-US', 'productData': {'title': 'Lid', 'prices':"
                + " [{'amount': 700, 'currency': 'eur'}]}}");
        Shelf mug = shop.page("{'name': 'Mug', 'locale': 'en-US', 'allowedEmbedOrigins': ['" + siteUrl()
                + "'], 'funnelSteps': [{'type': 'upsell', 'config':"
                + " {'action': 'checkout', 'pageId': '" + lid.id() + "'}}], 'productData': {'title': 'Mug', 'prices':"
                + " [{'amount': 1900, 'currency': 'eur'}]}}");
        Page page = visit("<div data-tollgate-page='" + mug.path() + "'></div>", 1280);
        FrameLocator frame = page.frameLocator("[data-tollgate-page] iframe");
        pay(frame, CardForm.VISA);
        // A buyer who closes the offer changes nothing: the purchase is reported before.
        frame.locator("#offer").waitFor();
        page.waitForFunction("window.purchases?.length === 1");
        assertThat(String.valueOf(page.evaluate("JSON.stringify(window.purchases[0])")))
                .contains("\"page\":\"" + mug.id() + "\"", "\"amount\":1900", "\"currency\":\"eur\"")
                .contains("\"mode\":\"live\"", "\"status\":\"paid\"");
        frame.locator("#offer button[value=accept]").press("Enter");
        thanks(frame).waitFor();
        page.waitForFunction("window.purchases.length === 2 && window.reports === 3");
        page.frames().get(1).evaluate("location.reload()");
        page.waitForFunction("window.reports === 5");
        assertThat(String.valueOf(page.evaluate("window.purchases.map((one) => one.amount).join()")))
                .isEqualTo("1900,700");
    }

    @Test
    void purchaseIsReportedBeforeAnotherPageFollowsInTheFrame() {
        Shelf next = shop.product(2_500);
        Shelf gift = shop.page("{'name': 'Gift', 'locale': 'en-US', 'afterPaymentAction': 'checkout',"
                + " 'redirectPageId': '" + next.id() + "', 'productData': {'title': 'Gift', 'prices':"
                + " [{'amount': 1900, 'currency': 'eur'}]}}");
        Page page = visit("<div data-tollgate-page='" + gift.path() + "'></div>", 1280);
        FrameLocator frame = page.frameLocator("[data-tollgate-page] iframe");
        pay(frame, CardForm.VISA);
        frame.locator("text=€25.00 >> visible=true").first().waitFor();
        page.waitForFunction("window.purchases?.length === 1");
    }

    /** The site, and everything else in it, can send messages as well. */
    @Test
    void messagesOfOtherWindowsAndSitesAreIgnored() {
        Shelf shelf = shop.product(1_900);
        String url = shop.url(shelf);
        Page page = visit(
                "<div data-tollgate-page='" + url + "'></div><iframe id=other src='" + url + "?embed=" + siteUrl()
                        + "'></iframe>",
                1280);
        page.frameLocator("[data-tollgate-page] iframe").getByLabel("Name").waitFor();
        page.frameLocator("#other").getByLabel("Name").waitFor();
        String order =
                "{ tollgate: 1, type: 'purchase', order: { orderId: '%s', page: 'p', mode: 'live', amount: 1 } }";
        page.evaluate("window.postMessage(" + order.formatted("1") + ", '*')");
        // A frame of the same origin that the script has not made.
        Frame other = page.frames().stream()
                .filter(frame -> frame.parentFrame() != null
                        && "other".equals(frame.frameElement().getAttribute("id")))
                .findFirst()
                .orElseThrow();
        other.evaluate("window.parent.postMessage(" + order.formatted("2") + ", '*')");
        page.waitForFunction("window.reports === 2");
        assertThat(page.evaluate("window.purchases === undefined")).isEqualTo(true);
        // Control: the frame that the script has made is heard.
        Frame own = page.frames().stream()
                .filter(frame ->
                        frame.parentFrame() != null && frame.frameElement().getAttribute("id") == null)
                .findFirst()
                .orElseThrow();
        own.evaluate("window.parent.postMessage(" + order.formatted("3") + ", '*')");
        page.waitForFunction("window.purchases?.length === 1");
        assertThat(page.evaluate("window.purchases[0].orderId")).isEqualTo("3");
    }

    @SecondStage
    @Test
    void authenticationInsideAPopup() {
        Shelf shelf = shop.page("{'name': 'Mug', 'locale': 'en-US', 'closePopupOnClickOutside': true, 'productData':"
                + " {'title': 'Mug', 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
        Page page = visit("<button data-tollgate-page='" + shelf.path() + "'>Buy</button>", 1280);
        page.getByText("Buy").click();
        FrameLocator frame = page.frameLocator("dialog iframe");
        frame.getByLabel("Name").waitFor();
        TestBrowser.picture(page, "embed-popup-1280");
        pay(frame, "4000 0027 6000 3184");
        frame.frameLocator("iframe[title='Authentication']").locator("#succeed").click();
        thanks(frame).waitFor();
        page.mouse().click(5, 5);
        page.waitForFunction("!document.querySelector('dialog')");
    }

    @SecondStage
    @Test
    void popupStaysOpenUnlessThePageSaysOtherwise() {
        Page page =
                visit("<a href='#' data-tollgate-page='" + shop.product(1_900).path() + "'>Buy</a>", 390);
        assertThat(page.getByText("Buy").getAttribute("href"))
                .startsWith(shop.gateway().url());
        page.getByText("Buy").click();
        page.frameLocator("dialog iframe").getByLabel("Name").waitFor();
        TestBrowser.picture(page, "embed-popup-390");
        page.mouse().click(2, 2);
        assertThat(page.locator("dialog").count()).isEqualTo(1);
        page.getByLabel("Close").click();
        page.waitForFunction("!document.querySelector('dialog')");
    }

    @SecondStage
    @Test
    void redirectOpensInTheWholeWindow() {
        Shelf shelf = shop.page("{'name': 'Gift', 'locale': 'en-US', 'afterPaymentAction': 'redirect', 'redirectUrl': '"
                + siteUrl() + "/thanks', 'productData': {'title': 'Gift', 'prices': [{'amount': 0, 'currency':"
                + " 'eur'}]}}");
        Page page = visit("<div data-tollgate-page='" + shelf.path() + "'></div>", 390);
        FrameLocator frame = page.frameLocator("[data-tollgate-page] iframe");
        frame.getByLabel("Name").fill("Ada Lovelace");
        frame.getByLabel("Email address").fill("ada@example.com");
        frame.getByText("Order for free").click();
        page.waitForURL(siteUrl() + "/thanks");
    }

    @SecondStage
    @Test
    void redirectOfAPageOnItsOwnLeadsToAnotherSite() {
        Shelf gift = shop.page("{'name': 'Gift', 'locale': 'en-US', 'afterPaymentAction': 'redirect', 'redirectUrl': '"
                + siteUrl() + "/thanks', 'productData': {'title': 'Gift', 'prices': [{'amount': 0, 'currency':"
                + " 'eur'}]}}");
        Page page = browser.page(390);
        page.navigate(shop.url(gift));
        page.getByLabel("Name").fill("Ada Lovelace");
        page.getByLabel("Email address").fill("ada@example.com");
        page.getByText("Order for free").click();
        page.waitForURL(siteUrl() + "/thanks");
        Shelf news = shop.form(
                "{'name': 'News', 'afterPaymentAction': 'redirect', 'redirectUrl': '" + siteUrl() + "/welcome'}");
        page.navigate(shop.url(news));
        page.getByLabel("Name").fill("Ada Lovelace");
        page.getByLabel("Email address").fill("ada@example.com");
        page.getByText("Send").click();
        page.waitForURL(siteUrl() + "/welcome");
    }

    @SecondStage
    @Test
    void addressFollowsTheCountry() {
        Shelf shelf = shop.page("""
                {'name': 'Vase', 'locale': 'en-US', 'productData': {'title': 'Vase', 'description':
                 '<p>Thrown by hand, <b>glazed in cobalt</b>. Each one is a little different.</p>',
                 'prices': [{'amount': 4900, 'currency': 'eur', 'label': 'Vase', 'badge': 'Popular', 'badgeIcon':
                 'star'}, {'amount': 8900, 'currency': 'eur', 'label': 'Pair', 'discountedFromPrice': 9800}],
                 'variants': [{'name': 'Glaze', 'layout': {'variantOptionLayout': 'grid', 'variantOptionColumns': 3},
                 'options': [{'name': 'Cobalt'}, {'name': 'Moss', 'additionalChargeAmount': 300}, {'name': 'Ash'}]}]},
                 'fields': [{'label': 'Address', 'element': 'address', 'required': true}]}
                """);
        shop.seller()
                .live()
                .patch("/v1/account", "{\"accentColor\": \"#0b6e4f\"}")
                .expect(200);
        Page page = browser.page(
                new Browser.NewContextOptions().setViewportSize(1280, 900).setColorScheme(ColorScheme.LIGHT));
        page.navigate(shop.url(shelf));
        page.getByLabel("ZIP code").waitFor();
        page.getByLabel("Country").selectOption("DE");
        page.getByLabel("Postal code").waitFor();
        assertThat(page.getByLabel("State").isVisible()).isFalse();
        page.getByLabel("Country").selectOption("JP");
        page.getByLabel("Prefecture").waitFor();
        page.getByLabel("Country").selectOption("DE");
        page.getByLabel("Street and number").fill("Elm Street 1");
        TestBrowser.picture(page, "address-filled-1280");
        page.getByText("Continue to payment").click();
        page.locator("#errors").waitFor();
        TestBrowser.picture(page, "address-1280");
        assertThat(page.getByLabel("Postal code").getAttribute("aria-invalid")).isEqualTo("true");
        assertThat(page.getByLabel("City").getAttribute("aria-invalid")).isEqualTo("true");
    }
}
