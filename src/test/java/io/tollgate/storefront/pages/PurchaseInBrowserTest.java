package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.tollgate.support.CardForm;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Buyers' purchases in a real browser, from the page to the records of the API. */
class PurchaseInBrowserTest {
    @RegisterExtension
    static final TestBrowser browser = TestBrowser.create();

    private final TestShop shop = TestShop.open();

    private Page order(Shelf shelf, int width) {
        Page page = browser.page(width);
        page.navigate(shop.url(shelf));
        page.getByLabel("Name").fill("Ada Lovelace");
        page.getByLabel("Email address").fill("ada@example.com");
        return page;
    }

    private static void toPayment(Page page) {
        page.getByText("Continue to payment").click();
        page.waitForURL("**/checkout/**");
        page.locator("#payment button:not([disabled])").waitFor();
    }

    private static void confirmed(Page page) {
        page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Thank you for your order"))
                .waitFor();
    }

    @Test
    void cardPaymentBecomesRecords() {
        Shelf shelf = shop.product(1_900);
        Page page = order(shelf, 1280);
        TestBrowser.picture(page, "checkout-1280");
        toPayment(page);
        TestBrowser.picture(page, "payment-1280");
        CardForm.pay(page, CardForm.VISA);
        confirmed(page);
        TestBrowser.picture(page, "confirmation-1280");
        JsonNode payment = shop.seller()
                .live()
                .get("/v1/payments")
                .expect(200)
                .json()
                .get("data")
                .get(0);
        assertThat(payment.get("status").textValue()).isEqualTo("paid");
        assertThat(payment.get("amountPaid").longValue()).isEqualTo(1_900);
        assertThat(page.content()).contains(payment.get("orderId").textValue());
    }

    private static final String RICH = """
            {"name": "Pottery course", "locale": "en-US", "showCouponCodeField": true,
             "description": "<p>Six evenings, <b>clay and glazes</b> included.</p><script>alert(1)</script>",
             "fees": [{"name": "Service", "percentage": 2.5}],
             "productData": {"title": "Pottery course",
               "prices": [
                 {"label": "Course", "amount": 12000, "currency": "eur", "discountedFromPrice": 15000},
                 {"label": "Supporter", "payWhatYouWant": true, "amount": 15000, "currency": "eur", "badge": "Kind"}],
               "variants": [{"name": "Glaze", "required": true, "options": [
                 {"name": "White"}, {"name": "Cobalt blue", "additionalChargeAmount": 500}]}]},
             "paymentOptions": [
               {"type": "full", "name": "Pay now"},
               {"type": "manual", "name": "Pay by invoice", "manualType": "invoice"}],
             "fields": [
               {"label": "Address", "element": "address", "required": true},
               {"label": "Message", "element": "textarea"}]}
            """;

    @SecondStage
    @Test
    void totalFollowsTheForm() {
        Page page = order(shop.page(RICH), 1280);
        page.getByText("Cobalt blue").click();
        page.locator("#summary").getByText("€128.13").waitFor();
        page.getByText("Supporter").click();
        page.getByLabel("Your price (EUR)").fill("200");
        page.locator("#summary").getByText("€210.13").waitFor();
        TestBrowser.picture(page, "checkout-rich-1280");
    }

    @SecondStage
    @Test
    void errorsAreShownAtTheirFields() {
        Page page = order(shop.page(RICH), 390);
        page.getByLabel("Email address").fill("ada");
        page.getByText("Continue to payment").click();
        page.locator("#errors").waitFor();
        TestBrowser.picture(page, "checkout-errors-390");
        assertThat(page.locator("#errors li").allTextContents()).hasSize(3);
        assertThat(page.getByLabel("Name").inputValue()).isEqualTo("Ada Lovelace");
        page.locator("#errors a").last().click();
        assertThat(page.getByLabel("Email address").inputValue()).isEqualTo("ada");
    }

    @SecondStage
    @Test
    void declinedCardCanBeReplaced() {
        Page page = order(shop.product(1_900), 390);
        toPayment(page);
        CardForm.pay(page, "4000 0000 0000 0002");
        page.getByText("Your card was declined.").first().waitFor();
        TestBrowser.picture(page, "declined-390");
        page.reload();
        page.locator("#payment button:not([disabled])").waitFor();
        CardForm.pay(page, CardForm.VISA);
        confirmed(page);
    }

    @SecondStage
    @Test
    void bankCanAskForAuthentication() {
        Page page = order(shop.product(1_900), 390);
        toPayment(page);
        CardForm.pay(page, "4000 0027 6000 3184");
        FrameLocator bank = page.frameLocator("iframe[title='Authentication']");
        bank.locator("#fail").click();
        page.locator("#payment-error:not(:empty)").waitFor();
        CardForm.pay(page, "4000 0027 6000 3184");
        bank.locator("#succeed").click();
        confirmed(page);
    }

    /** Sets when the bank has processed the payment, in epoch seconds, and returns the number of such payments. */
    private int processUntil(String time) {
        return TestSeller.rows(
                        "UPDATE simulated_object SET object = jsonb_set(object, '{simulator_until}', $2::text::jsonb)"
                                + " WHERE seller_id = $1 AND object ->> 'status' = 'processing' RETURNING id",
                        shop.seller().id(),
                        time)
                .size();
    }

    /** The page looks for the outcome by itself, and is loaded again only when there is one. */
    @SecondStage
    @Test
    void paymentThatTheBankProcessesIsConfirmed() {
        Page page = order(shop.product(1_900), 390);
        toPayment(page);
        CardForm.pay(page, "4000 0000 0000 7205");
        assertThat(shop.settles(() -> processUntil("4102444800") == 1)).isTrue();
        page.getByText("Your payment is being processed").first().waitFor();
        List<String> loaded = new ArrayList<>();
        page.onRequest(request -> {
            if (request.isNavigationRequest()) {
                loaded.add(request.url());
            }
        });
        processUntil("0");
        shop.seller().settle();
        page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Thank you for your order"))
                .waitFor(new Locator.WaitForOptions().setTimeout(60_000));
        assertThat(loaded).hasSize(1);
    }

    @SecondStage
    @Test
    void backReloadAndSecondTabShowWhatIsTrue() {
        Page page = order(shop.product(1_900), 1280);
        toPayment(page);
        Page second = page.context().newPage();
        second.navigate(page.url());
        second.locator("#payment button:not([disabled])").waitFor();
        CardForm.pay(page, CardForm.VISA);
        confirmed(page);
        page.reload();
        confirmed(page);
        CardForm.pay(second, CardForm.VISA);
        confirmed(second);
        assertThat(shop.seller().live().get("/v1/payments").total()).isEqualTo(1);
    }

    @SecondStage
    @Test
    void pagesInOtherLanguages() {
        Shelf shelf = shop.page(RICH);
        for (String language : Messages.LANGUAGES) {
            Page page = browser.page(new Browser.NewContextOptions()
                    .setViewportSize(390, 900)
                    .setColorScheme(language.equals("de") ? ColorScheme.DARK : ColorScheme.LIGHT));
            page.navigate(shop.url(shelf) + "?lang=" + language);
            assertThat(page.locator("html").getAttribute("lang")).startsWith(language);
            assertThat((Boolean) page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
                    .as("%s scrolls sideways", language)
                    .isTrue();
            TestBrowser.picture(page, "checkout-" + language + "-390");
        }
    }
}
