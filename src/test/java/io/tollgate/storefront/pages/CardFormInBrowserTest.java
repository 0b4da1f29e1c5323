package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Page;
import io.tollgate.support.Buyer;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestShop;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The simulator's card form is in the language of the checkout, as the processor's is. */
class CardFormInBrowserTest {
    @RegisterExtension
    static final TestBrowser browser = TestBrowser.create();

    private final TestShop shop = TestShop.open();

    @Test
    void formHasTheLanguageOfTheCheckout() {
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        String path = ada.order(shop.product(1_900).path()).expect(303).path();
        Page page = browser.page(390);
        page.navigate(shop.gateway().url() + path + "?lang=de");
        FrameLocator form = page.frameLocator("#payment-element iframe");
        form.getByText("Kartennummer").waitFor();
        assertThat(form.locator("html").getAttribute("lang")).isEqualTo("de");
        page.locator("#payment button:not([disabled])").press("Enter");
        form.getByText("Die Kartennummer ist unvollständig.").waitFor();
        String frame = page.locator("#payment-element iframe").getAttribute("src");
        Set<String> names = new HashSet<>();
        for (String language : Messages.LANGUAGES) {
            page.navigate(frame.replace("locale=de", "locale=" + language));
            assertThat(page.locator("html").getAttribute("lang")).isEqualTo(language);
            assertThat(page.locator("html").getAttribute("dir")).isEqualTo(language.equals("ar") ? "rtl" : "ltr");
            names.add(page.locator("label[for=number]").textContent());
        }
        assertThat(names).hasSameSizeAs(Messages.LANGUAGES);
        page.navigate(frame.replace("locale=de", "locale=xx"));
        assertThat(page.locator("label[for=number]").textContent()).isEqualTo("Card number");
    }
}
