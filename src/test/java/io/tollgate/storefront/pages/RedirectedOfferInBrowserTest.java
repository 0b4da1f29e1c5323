package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
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

/** Offers on the site of a seller, which is another site than Tollgate, in a real browser. */
@SecondStage
class RedirectedOfferInBrowserTest {
    private static final Map<String, String> PAGES = new ConcurrentHashMap<>();
    private static final String FRAME = "[data-tollgate-page] iframe";

    @RegisterExtension
    static final TestBrowser browser = TestBrowser.create();

    /** Opens pages whose frame the browser refuses, which it logs. */
    @RegisterExtension
    static final TestBrowser refusing = TestBrowser.tolerant();

    private static HttpServer site;
    private final TestShop shop = TestShop.open();
    private final Shelf lid = shop.page("{'name': 'Lid', 'locale': 'en-US', 'productData': {'title': 'Bamboo lid',"
            + " 'prices': [{'amount': 700, 'currency': 'eur'}]}}");

    @BeforeAll
    static void open() throws IOException {
        site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        site.createContext("/", exchange -> {
            byte[] html = PAGES.getOrDefault(exchange.getRequestURI().getPath(), "<h1>Nothing here</h1>")
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

    private void publish(String path, Shelf shelf) {
        PAGES.put(
                path,
                "<!doctype html><html lang=en><title>Site</title><link rel=icon href='data:,'>"
                        + "<body style='margin:40px;font-family:sans-serif'><h1>Mugs and more</h1>"
                        + "<div data-tollgate-page='" + shelf.path() + "'></div><script src='"
                        + shop.gateway().url() + "/embed.js'></script>");
    }

    private Shelf mug(String step, String settings) {
        return shop.page("{'name': 'Mug', 'locale': 'en-US', " + settings
                + "'funnelSteps': [{'type': 'upsell', 'config': {'action':"
                + " 'redirect', 'redirect': {'url': '" + siteUrl() + step + "'}}}, {'type': 'confirmation', 'config':"
                + " {'customizeCheckoutConfirmation': true, 'confirmationCheckoutTitle': 'Tea time'}}], 'productData':"
                + " {'title': 'Mug', 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
    }

    /** Buys the mug on the site, and returns the page of the site to which that has led. */
    private Page buy(String id, String step, int width) {
        publish("/" + id, mug("/" + id + step, ""));
        publish("/" + id + "/lid", lid);
        Page page = browser.page(width);
        page.navigate(siteUrl() + "/" + id);
        FrameLocator frame = page.frameLocator(FRAME);
        frame.getByLabel("Name").fill("Ada Lovelace");
        frame.getByLabel("Email address").fill("ada@example.com");
        frame.getByText("Continue to payment").click();
        CardForm.pay(frame, CardForm.VISA);
        return page;
    }

    private static void heading(Page page, String name) {
        page.frameLocator(FRAME)
                .getByRole(AriaRole.HEADING, new FrameLocator.GetByRoleOptions().setName(name))
                .first()
                .waitFor();
    }

    private static void press(Page page, String name) {
        page.frameLocator(FRAME)
                .getByRole(AriaRole.BUTTON, new FrameLocator.GetByRoleOptions().setName(name))
                .click();
    }

    private long sold() {
        return shop.seller().live().get("/v1/payments?pageId=" + lid.id()).total();
    }

    @Test
    void oneClickAcceptsTheOfferOnTheSite() {
        Page page = buy("accept", "/lid", 1280);
        heading(page, "Bamboo lid");
        assertThat(page.url()).isEqualTo(siteUrl() + "/accept/lid");
        assertThat(page.frameLocator(FRAME).locator(".charge").textContent()).contains("Visa card ending in 4242");
        TestBrowser.picture(page, "offer-on-site-1280");
        page.reload();
        heading(page, "Bamboo lid");
        press(page, "Yes, pay €7.00 now");
        heading(page, "Tea time");
        assertThat(sold()).isEqualTo(1);
        page.reload();
        heading(page, "Tea time");
        assertThat(sold()).isEqualTo(1);
    }

    @Test
    void anotherClickDeclinesIt() {
        Page page = buy("decline", "/lid", 390);
        heading(page, "Bamboo lid");
        TestBrowser.picture(page, "offer-on-site-390");
        press(page, "No, thank you");
        heading(page, "Tea time");
        assertThat(sold()).isZero();
    }

    @Test
    void pageAtAnotherPathSellsAsUsual() {
        PAGES.put("/slash/lid/", "<script>location.replace('/slash/lid' + location.hash)</script>");
        Page page = buy("slash", "/lid/", 390);
        page.frameLocator(FRAME).getByText("Continue to payment").waitFor();
        assertThat(page.url()).isEqualTo(siteUrl() + "/slash/lid");
        assertThat(shop.seller()
                        .live()
                        .get("/v1/funnel-runs?outcome=unavailable")
                        .json()
                        .at("/data/0/reason")
                        .textValue())
                .isEqualTo("origin_mismatch");
    }

    /** The other site has the token and says that it is the site of the seller; the browser knows better. */
    @Test
    void anotherSiteCannotFrameTheOffer() {
        Page page = buy("frame", "/lid", 390);
        heading(page, "Bamboo lid");
        String address = String.valueOf(page.locator(FRAME).getAttribute("src"));
        PAGES.put("/thief", "<iframe id=f src='" + address.replace("&", "&amp;") + "' onload='loaded=1'></iframe>");
        Page own = browser.page(390);
        own.navigate(siteUrl() + "/thief");
        own.frameLocator("#f").getByText("Yes, pay €7.00 now").waitFor();
        Page foreign = refusing.page(390);
        foreign.navigate(siteUrl().replace("localhost", "127.0.0.1") + "/thief");
        foreign.waitForFunction("window.loaded");
        assertThat(foreign.frameLocator("#f").getByText("Yes, pay €7.00 now").count())
                .isZero();
        assertThat(sold()).isZero();
    }
}
