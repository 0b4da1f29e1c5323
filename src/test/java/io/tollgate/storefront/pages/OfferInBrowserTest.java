package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.tollgate.support.CardForm;
import io.tollgate.support.SecondStage;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Offers after a purchase in a real browser: accepted, declined, and authenticated. */
class OfferInBrowserTest {
    @RegisterExtension
    static final TestBrowser browser = TestBrowser.create();

    private final TestShop shop = TestShop.open();
    private final Shelf lid = shop.page("{'name': 'Lid', 'locale': 'en-US', 'description': '<p>Keeps your tea warm, and"
            + " fits every mug of the <b>Stoneware</b> series.</p>', 'productData': {'title': 'Bamboo lid', 'prices':"
            + " [{'amount': 700, 'currency': 'eur'}]}}");
    private final Shelf mug =
            shop.page("{'name': 'Mug', 'locale': 'en-US', 'funnelSteps': [{'type': 'upsell', 'config':"
                    + " {'action': 'checkout', 'pageId': '" + lid.id() + "'}}, {'type': 'confirmation', 'config':"
                    + " {'action': 'confirmation', 'customizeCheckoutConfirmation': true, 'confirmationCheckoutTitle':"
                    + " 'Tea time'}}], 'productData': {'title': 'Mug', 'prices':"
                    + " [{'amount': 1900, 'currency': 'eur'}]}}");

    /** Buys the mug and returns the page with the offer. */
    private Page offer(int width, ColorScheme colors, String card, boolean authenticates) {
        Page page = payment(width, colors);
        CardForm.pay(page, card);
        if (authenticates) {
            page.frameLocator("iframe[title='Authentication']")
                    .locator("#succeed")
                    .click();
        }
        heading(page, "Bamboo lid");
        return page;
    }

    /** Orders the mug and returns the page that asks for the payment. */
    private Page payment(int width, ColorScheme colors) {
        Page page = browser.page(
                new Browser.NewContextOptions().setViewportSize(width, 900).setColorScheme(colors));
        page.navigate(shop.url(mug));
        page.getByLabel("Name").fill("Ada Lovelace");
        page.getByLabel("Email address").fill("ada@example.com");
        page.getByText("Continue to payment").click();
        page.locator("#payment button:not([disabled])").waitFor();
        return page;
    }

    private static void heading(Page page, String name) {
        page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName(name))
                .first()
                .waitFor();
    }

    private static void press(Page page, String name) {
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name))
                .click();
    }

    private long sold() {
        return shop.seller().live().get("/v1/payments?pageId=" + lid.id()).total();
    }

    @Test
    void oneClickAcceptsTheOffer() {
        Page page = offer(1280, ColorScheme.LIGHT, CardForm.VISA, false);
        assertThat(page.content()).contains("€7.00 will be charged to your Visa card ending in 4242");
        TestBrowser.picture(page, "offer-1280");
        press(page, "Yes, pay €7.00 now");
        heading(page, "Tea time");
        TestBrowser.picture(page, "offer-accepted-1280");
        assertThat(sold()).isEqualTo(1);
        page.goBack();
        heading(page, "Tea time");
        page.getByText("Show this order").click();
        heading(page, "Thank you for your order");
    }

    @SecondStage
    @Test
    void twoClicksAndTwoTabsChargeOnce() {
        Page page = offer(390, ColorScheme.LIGHT, CardForm.VISA, false);
        Page second = page.context().newPage();
        second.navigate(page.url());
        heading(second, "Bamboo lid");
        List<Integer> first = TestBrowser.repeatForms(page);
        press(page, "Yes, pay €7.00 now");
        heading(page, "Tea time");
        assertThat(first).containsExactly(303);
        press(second, "Yes, pay €7.00 now");
        heading(second, "Tea time");
        assertThat(sold()).isEqualTo(1);
        // The mug and the lid.
        assertThat(SimulatorState.objects(shop.seller(), true, "charge")).hasSize(2);
    }

    @SecondStage
    @Test
    void anotherClickDeclinesIt() {
        Page page = offer(390, ColorScheme.DARK, CardForm.VISA, false);
        TestBrowser.picture(page, "offer-390-dark");
        press(page, "No, thank you");
        heading(page, "Tea time");
        assertThat(sold()).isZero();
    }

    @SecondStage
    @Test
    void aDeclinedCardIsReplaced() {
        Page page = offer(390, ColorScheme.LIGHT, "4000 0000 0000 7403", false);
        TestBrowser.picture(page, "offer-390");
        press(page, "Yes, pay €7.00 now");
        page.locator("#payment-error:not(:empty)").waitFor();
        page.locator("#payment button:not([disabled])").waitFor();
        TestBrowser.picture(page, "offer-payment-390");
        press(page, "No, thank you");
        heading(page, "Tea time");
        assertThat(sold()).isZero();
    }

    @SecondStage
    @Test
    void aWalletIsFollowedByACardForm() {
        Page page = payment(390, ColorScheme.LIGHT);
        FrameLocator frame = page.frameLocator("#payment-element iframe");
        frame.getByText("Google Pay").click();
        assertThat(frame.locator("#number").isVisible()).isFalse();
        TestBrowser.picture(page, "wallet-390");
        page.locator("#payment button").press("Enter");
        heading(page, "Bamboo lid");
        assertThat(page.content()).contains("You enter your payment details on the next page.");
        TestBrowser.picture(page, "offer-after-wallet-390");
        page.locator("button[value='accept']").click();
        CardForm.pay(page, "5555 5555 5555 4444");
        heading(page, "Tea time");
        assertThat(sold()).isEqualTo(1);
    }

    @SecondStage
    @Test
    void theBankAuthenticatesTheBuyer() {
        Page page = offer(1280, ColorScheme.DARK, "4000 0027 6000 3184", true);
        TestBrowser.picture(page, "offer-1280-dark");
        press(page, "Yes, pay €7.00 now");
        page.frameLocator("iframe[title='Authentication']").locator("#succeed").click();
        heading(page, "Tea time");
        assertThat(sold()).isEqualTo(1);
    }

    @SecondStage
    @Test
    void anotherCardPaysAfterTheBuyerRefusesToAuthenticate() {
        Page page = offer(390, ColorScheme.LIGHT, "4000 0027 6000 3184", true);
        press(page, "Yes, pay €7.00 now");
        page.frameLocator("iframe[title='Authentication']").locator("#fail").click();
        page.locator("#payment-error:not(:empty)").waitFor();
        assertThat(sold()).isZero();
        CardForm.pay(page, CardForm.VISA);
        heading(page, "Tea time");
        assertThat(sold()).isEqualTo(1);
    }

    @SecondStage
    @Test
    void anOfferThatIsSoldOutMeanwhileIsNotCharged() {
        Page page = offer(390, ColorScheme.LIGHT, CardForm.VISA, false);
        shop.seller()
                .live()
                .patch(
                        "/v1/products/" + lid.record().at("/product/id").textValue(),
                        "{\"stock\": 0, \"hasUnlimitedStock\": false}")
                .expect(200);
        press(page, "Yes, pay €7.00 now");
        page.getByText("The offer is no longer available. You were not charged for it.")
                .waitFor();
        assertThat(sold()).isZero();
    }

    /** Test mode charges nothing, so that the offer follows the order at once. */
    @SecondStage
    @Test
    void anOfferThatWasLeftOpenForAnHourHasEnded() {
        shop.seller()
                .live()
                .patch("/v1/checkout-pages/" + mug.id(), "{\"testmode\": true}")
                .expect(200);
        Page page = browser.page(390);
        page.navigate(shop.url(mug));
        page.getByLabel("Name").fill("Ada Lovelace");
        page.getByLabel("Email address").fill("ada@example.com");
        page.locator("button.primary[value=order]").click();
        heading(page, "Bamboo lid");
        TestApi test = shop.seller().test();
        test.post("/v1/test-clock", "{\"advance\": \"PT61M\"}").expect(200);
        page.locator("button.primary").click();
        heading(page, "Tea time");
        TestBrowser.picture(page, "offer-expired-390");
        assertThat(test.get("/v1/payments?pageId=" + lid.id()).total()).isZero();
        assertThat(test.get("/v1/funnel-runs?outcome=expired").total()).isEqualTo(1);
    }
}
