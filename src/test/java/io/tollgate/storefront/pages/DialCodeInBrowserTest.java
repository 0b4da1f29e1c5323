package io.tollgate.storefront.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.tollgate.support.Accessibility;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Buyers select the dial code of their phone number in a browser. */
@SecondStage
class DialCodeInBrowserTest {
    @RegisterExtension
    static final TestBrowser browser = TestBrowser.create();

    private final TestShop shop = TestShop.open();

    @Test
    void theDialCodeOfTheSelectedCountryIsShown() {
        Shelf shelf = shop.page("""
                {'name': 'Mug', 'locale': 'en-US', 'productData': {'title': 'Mug', 'price': {'amount': 0,
                 'currency': 'eur'}}, 'fields': [
                   {'label': 'Email address', 'element': 'email', 'type': 'email', 'required': true},
                   {'label': 'Phone', 'element': 'phone', 'type': 'phone', 'required': true,
                    'showSelectedDialCode': true, 'defaultCountry': 'FR'}]}
                """);
        for (ColorScheme scheme : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
            for (String language : new String[] {"en", "ar"}) {
                Page page = browser.page(new Browser.NewContextOptions()
                        .setViewportSize(390, 900)
                        .setBypassCSP(true)
                        .setColorScheme(scheme));
                page.navigate(shop.url(shelf) + "?lang=" + language);
                assertThat(page.locator(".dial span")).hasText("FR +33");
                page.locator(".dial select").selectOption("AE");
                assertThat(page.locator(".dial span")).hasText("AE +971");
                page.locator("input[type=tel]").fill("050 123 4567");
                assertThat(Accessibility.violations(page)).isEmpty();
                TestBrowser.picture(page, "dial-" + language + "-390-" + scheme);
                page.context().close();
            }
        }
    }

    @Test
    void theCountryIsShownWithItsDialCodeWithoutScripts() {
        Shelf shelf = shop.page("""
                {'name': 'Mug', 'locale': 'en-US', 'productData': {'title': 'Mug', 'price': {'amount': 0,
                 'currency': 'eur'}}, 'fields': [
                   {'label': 'Email address', 'element': 'email', 'type': 'email', 'required': true},
                   {'label': 'Phone', 'element': 'phone', 'showSelectedDialCode': true, 'defaultCountry': 'GB'}]}
                """);
        Page page = browser.page(
                new Browser.NewContextOptions().setViewportSize(390, 900).setJavaScriptEnabled(false));
        page.navigate(shop.url(shelf));
        assertThat(page.locator(".dial option[selected]")).hasText("United Kingdom (+44)");
        TestBrowser.picture(page, "dial-390-noscript");
        page.context().close();
    }
}
