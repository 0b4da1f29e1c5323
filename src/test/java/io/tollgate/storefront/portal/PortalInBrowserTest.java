package io.tollgate.storefront.portal;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Accessibility;
import io.tollgate.support.Buyer;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A customer's visit of the portal in a real browser. */
class PortalInBrowserTest {
    @RegisterExtension
    static final TestBrowser browser = TestBrowser.create();

    private final TestShop shop = TestShop.open();

    private void buy() {
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        ada.order(shop.product(0).path()).expect(303);
        Shelf event = shop.event("", "", "{'name': 'Seat', 'price': 0}");
        String type = event.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
        ada.order(event.path(), Map.of("tickets." + type, "2")).expect(303);
        Shelf box = shop.page("{'name': 'Box', 'productData': {'title': 'A box of seasonal vegetables from the region',"
                + " 'prices': [{'amount': 1000, 'currency': 'eur', 'recurring': {'interval': 'month',"
                + " 'intervalCount': 1}}]}}");
        String order = ada.order(box.path()).expect(303).path();
        ada.pay(order, "4242424242424242");
        ada.comeBack(order);
    }

    private void look(Page page, String name) {
        TestBrowser.picture(page, "portal-" + name);
        assertThat(Accessibility.violations(page)).as(name).isEmpty();
        assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                .as(name)
                .isEqualTo(true);
    }

    @Test
    void customerLogsInAndSeesPurchases() {
        logInAndLook(320, ColorScheme.LIGHT, null);
    }

    @SecondStage
    @ParameterizedTest
    @CsvSource({"320,LIGHT,de", "320,DARK,ja", "320,DARK,ar", "1280,LIGHT,"})
    void pagesInOtherLanguagesColorsAndWidths(int width, ColorScheme colors, String language) {
        logInAndLook(width, colors, language);
    }

    private void logInAndLook(int width, ColorScheme colors, @Nullable String language) {
        buy();
        String name = width + (language == null ? "" : "-" + language);
        Page page = browser.page(
                new Browser.NewContextOptions().setViewportSize(width, 900).setColorScheme(colors));
        String portal = "/s/" + shop.seller().name() + "/portal";
        logIn(page, portal, name, language);
        look(page, "home-" + name);
        assertThat(page.locator("html").getAttribute("lang")).startsWith(language == null ? "en" : language);
        assertThat(page.locator(".purchases li").count()).isEqualTo(3);
        lookAtOrders(page, name);
        page.locator(".account button").click();
        page.locator("#email").waitFor();
        mail(width);
    }

    private void logIn(Page page, String portal, String name, @Nullable String language) {
        page.navigate(shop.gateway().url() + portal + (language == null ? "" : "?lang=" + language));
        look(page, "entry-" + name);
        page.locator("#email").fill("ada");
        page.locator("button.primary").click();
        page.locator("#email-error").waitFor();
        look(page, "invalid-" + name);
        page.locator("#email").fill("ada@example.com");
        page.locator("button.primary").click();
        page.waitForURL("**/sent*");
        look(page, "sent-" + name);
        String link = PortalVisitor.of(shop, "ada@example.com").newest();
        page.navigate(shop.gateway().url() + link + (language == null ? "" : "?lang=" + language));
        look(page, "login-" + name);
        page.locator("button.primary").click();
        page.locator(".purchases li").first().waitFor();
    }

    private void lookAtOrders(Page page, String name) {
        page.locator(".purchases a").first().click();
        page.locator("a.secondary[href*='/cancel']").click();
        page.locator("form .primary").waitFor();
        look(page, "cancel-" + name);
        page.locator("form a.secondary").click();
        page.locator("dl.facts").first().waitFor();
        page.goBack();
        page.goBack();
        page.goBack();
        for (int i = 0; i < 3; i++) {
            page.locator(".purchases a").nth(i).click();
            page.locator("dl.facts").first().waitFor();
            look(page, "order-" + i + "-" + name);
            page.goBack();
        }
    }

    private void mail(int width) {
        OutboxReader.Shown mail = new OutboxReader(shop).message("ada@example.com", MailPurpose.PORTAL_LINK);
        Page page = browser.page(width);
        page.setContent(mail.html());
        TestBrowser.picture(page, "portal-mail-" + width);
    }
}
