package io.tollgate.storefront.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On phones, a page shows its total on top, and the lines of the total when the buyer opens them. */
class BriefSummaryInBrowserTest {
    @RegisterExtension
    static final TestBrowser browser = TestBrowser.create();

    private final TestShop shop = TestShop.open();

    private Shelf mug() {
        return shop.page("{'name': 'Mug', 'locale': 'en-US', 'productData': {'title': 'Mug', 'prices': ["
                + "{'label': 'Small', 'amount': 1900, 'currency': 'eur'},"
                + " {'label': 'Large', 'amount': 2400, 'currency': 'eur'}]}}");
    }

    @Test
    void theTotalIsOnTopOnPhonesAndFollowsTheChoices() {
        Page page = browser.page(390);
        page.navigate(shop.url(mug()));
        Locator brief = page.locator("#brief");
        assertThat(brief.locator("summary")).containsText("€19.00");
        assertThat(brief.locator("dl")).isHidden();
        TestBrowser.picture(page, "brief-closed-390");
        brief.locator("summary").click();
        assertThat(brief.locator("dl")).isVisible();
        page.getByText("Large").first().click();
        assertThat(brief.locator("summary")).containsText("€24.00");
        assertThat(brief.locator("dl")).isVisible();
        assertThat(brief.locator("dl .total")).containsText("€24.00");
        TestBrowser.picture(page, "brief-open-390");
        page.getByLabel("Name").fill("Ada Lovelace");
        page.getByLabel("Email address").fill("ada@example.com");
        page.locator("#submit button").click();
        assertThat(page.locator("#payment")).isVisible();
        assertThat(page.locator("#brief summary")).containsText("€24.00");
        TestBrowser.picture(page, "brief-payment-390");
    }

    @Test
    void wideScreensShowOneSummary() {
        Page page = browser.page(1280);
        page.navigate(shop.url(mug()));
        assertThat(page.locator("#summary")).containsText("€19.00");
        assertThat(page.locator("#brief")).isHidden();
        TestBrowser.picture(page, "brief-1280");
    }

    @Test
    void aBuyerWhoIsOfflineSeesNoOldTotalOnTop() {
        Page page = browser.page(390);
        page.navigate(shop.url(mug()));
        assertThat(page.locator("#brief")).isVisible();
        page.context().setOffline(true);
        assertThat(page.locator("#brief")).isHidden();
        page.context().setOffline(false);
        assertThat(page.locator("#brief")).containsText("€19.00");
    }
}
