package io.tollgate.storefront.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.tollgate.support.Accessibility;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Buyers choose among prices in tabs, by pointer and by keyboard. */
@SecondStage
class PriceTabsInBrowserTest {
    @RegisterExtension
    static final TestBrowser browser = TestBrowser.create();

    private final TestShop shop = TestShop.open();

    private Shelf shelf() {
        return shop.page(
                """
                {'name': 'Tea club', 'locale': 'en-US', 'description': '<p>Two rare teas, at your door.</p>',
                 'productData': {'title': 'Tea club', 'prices': [
                   {'label': 'Gift box', 'amount': 3100, 'currency': 'eur'},
                   {'label': 'One person', 'amount': 900, 'currency': 'eur',
                    'recurring': {'interval': 'month', 'intervalCount': 1}},
                   {'id': 'TEAM', 'label': 'Office', 'amount': 2500, 'currency': 'eur', 'badge': 'Popular',
                    'badgeIcon': 'star', 'recurring': {'interval': 'month', 'intervalCount': 1}},
                   {'label': 'One person', 'amount': 9000, 'currency': 'eur', 'discountedFromPrice': 10800,
                    'recurring': {'interval': 'year', 'intervalCount': 1}},
                   {'label': 'Office', 'amount': 25000, 'currency': 'eur', 'discountedFromPrice': 30000,
                    'recurring': {'interval': 'year', 'intervalCount': 1}}],
                 'pricePicker': {'title': 'Choose your plan', 'priceDisplayTabOrder': ['month', 'year'],
                   'priceDisplayLabels': {'year': 'Yearly · save 17%%'}, 'priceDisplayDefaults': {'month': 'TEAM'},
                   'description': '%s', 'shortenDescription': true}}}
                """.formatted("Each box contains two teas of the season, a card about their gardens and a recipe."
                                + " You can pause or cancel at any time, and change the plan before each box. Boxes are"
                                + " sent on the first Monday of the month, in packaging without plastic.")
                        .replace("TEAM", "65f0c0ffee00000000000001"));
    }

    private Page open(Shelf shelf, String language, int width, ColorScheme scheme) {
        Page page = browser.page(new Browser.NewContextOptions()
                .setViewportSize(width, 900)
                .setBypassCSP(true)
                .setColorScheme(scheme));
        page.navigate(shop.url(shelf) + "?lang=" + language);
        return page;
    }

    private static Locator tab(Page page, String name) {
        return page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName(name));
    }

    private static Locator price(Page page, String label) {
        return page.getByRole(AriaRole.RADIO, new Page.GetByRoleOptions().setName(label));
    }

    @Test
    void aTabSelectsItsPriceAndChangesTheTotal() {
        Page page = open(shelf(), "en", 390, ColorScheme.LIGHT);
        Locator total = page.locator("#summary .total dd");
        assertThat(total).hasText("€25.00");
        assertThat(tab(page, "Monthly")).hasAttribute("aria-selected", "true");
        assertThat(price(page, "Office")).isChecked();
        assertThat(Accessibility.violations(page)).isEmpty();
        tab(page, "Yearly").click();
        assertThat(total).hasText("€90.00");
        assertThat(price(page, "One person")).isChecked();
        assertThat(price(page, "Office")).not().isChecked();
        price(page, "Office").check();
        assertThat(total).hasText("€250.00");
        page.getByText("Show more").click();
        assertThat(page.getByText("packaging without plastic")).isVisible();
        assertThat(Accessibility.violations(page)).isEmpty();
        tab(page, "One-time").click();
        assertThat(total).hasText("€31.00");
        tab(page, "Yearly").click();
        assertThat(price(page, "Office")).isChecked();
        assertThat(total).hasText("€250.00");
        TestBrowser.picture(page, "tabs-390-open");
        page.context().close();
    }

    @Test
    void tabsFollowTheArrowKeysInTheWritingDirection() {
        Shelf shelf = shelf();
        for (String language : new String[] {"en", "ar"}) {
            Page page = open(shelf, language, 390, ColorScheme.DARK);
            String next = language.equals("ar") ? "ArrowLeft" : "ArrowRight";
            tab(page, "Yearly").focus();
            Locator tabs = page.getByRole(AriaRole.TAB);
            tabs.first().focus();
            page.keyboard().press(next);
            assertThat(tabs.nth(1)).isFocused();
            assertThat(tabs.nth(1)).hasAttribute("aria-selected", "true");
            page.keyboard().press("End");
            page.keyboard().press(next);
            assertThat(tabs.first()).hasAttribute("aria-selected", "true");
            page.keyboard().press("Tab");
            assertThat(price(page, "Office")).isFocused();
            assertThat(Accessibility.violations(page)).isEmpty();
            page.context().close();
        }
    }

    @Test
    void pricesAreSectionsWithoutScripts() {
        Page page = browser.page(
                new Browser.NewContextOptions().setViewportSize(390, 900).setJavaScriptEnabled(false));
        page.navigate(shop.url(shelf()));
        assertThat(page.getByRole(AriaRole.TAB)).hasCount(0);
        assertThat(page.getByRole(AriaRole.RADIO)).hasCount(5);
        assertThat(page.getByRole(AriaRole.GROUP, new Page.GetByRoleOptions().setName("Yearly")))
                .isVisible();
        TestBrowser.picture(page, "tabs-390-noscript");
        page.context().close();
    }

    @Test
    void tabsFitTheirCardInLongLanguages() {
        Shelf shelf = shelf();
        for (String language : new String[] {"fr", "ar"}) {
            for (int width : new int[] {320, 1280}) {
                Page page = open(shelf, language, width, ColorScheme.LIGHT);
                assertThat((Boolean) page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
                        .as(language + " " + width)
                        .isTrue();
                assertThat((Boolean) page.evaluate("[...document.querySelectorAll('[role=tab]')]"
                                + ".every((tab) => tab.scrollWidth <= tab.clientWidth)"))
                        .as(language + " " + width)
                        .isTrue();
                TestBrowser.picture(page, "tabs-" + language + "-" + width);
                page.context().close();
            }
        }
    }
}
