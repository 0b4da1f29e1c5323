package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.CardForm;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.Overdue;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestShop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A subscriber replaces the card in a real browser, with the authentication that its bank wants. */
@SecondStage
class OverdueInBrowserTest {
    /** Its bank wants the buyer to authenticate when it is saved, and at each charge. */
    private static final String AUTHENTICATED = "4000002760003184";

    @RegisterExtension
    static final TestBrowser browser = TestBrowser.create();

    private final TestShop shop = TestShop.open();
    private final Overdue overdue = new Overdue(shop);

    private static void authenticate(Page page) {
        page.frameLocator("[role=dialog] iframe").locator("#succeed").click();
    }

    @Test
    void cardThatAsksForAuthenticationIsSavedAndCharged() {
        overdue.fail(Overdue.WITHOUT_FUNDS);
        Page page = browser.page(1280);
        page.navigate(shop.gateway().url() + overdue.path());
        page.locator("#payment button:not([disabled])").waitFor();
        TestBrowser.picture(page, "overdue-1280");
        CardForm.pay(page, AUTHENTICATED);
        authenticate(page);
        // The bank wants the charge to be authenticated as well.
        page.locator("#confirm:not([disabled])").waitFor();
        TestBrowser.picture(page, "overdue-confirm-1280");
        page.locator("#confirm").click();
        authenticate(page);
        page.getByText("Everything is paid").waitFor();
        TestBrowser.picture(page, "overdue-paid-1280");
        assertThat(shop.settles(() -> overdue.status().equals("active"))).isTrue();
        assertThat(overdue.charges()).isEqualTo(2);
    }

    @Test
    void pageFitsSmallScreensAndDarkMode() {
        overdue.fail(Overdue.WITHOUT_FUNDS);
        String path = overdue.path();
        for (String language : new String[] {"en", "de", "ja", "ar"}) {
            Page page = browser.page(new Browser.NewContextOptions()
                    .setViewportSize(390, 900)
                    .setColorScheme(language.equals("de") ? ColorScheme.DARK : ColorScheme.LIGHT));
            page.navigate(shop.gateway().url() + path + "?lang=" + language);
            page.locator("#payment button:not([disabled])").waitFor();
            TestBrowser.picture(page, "overdue-390-" + language);
            assertThat(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
                    .isEqualTo(true);
        }
        Page mail = browser.page(390);
        mail.setContent(new OutboxReader(shop)
                .message(Overdue.EMAIL, MailPurpose.SUBSCRIPTION_PAYMENT_FAILED)
                .html());
        TestBrowser.picture(mail, "overdue-mail-390");
    }
}
