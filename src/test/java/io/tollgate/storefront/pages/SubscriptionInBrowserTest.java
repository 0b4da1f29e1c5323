package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.tollgate.support.CardForm;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Buyers subscribe in a real browser: the first charge, a card that is only saved, and an installment plan. */
@SecondStage
class SubscriptionInBrowserTest {
    @RegisterExtension
    static final TestBrowser browser = TestBrowser.create();

    private final TestShop shop = TestShop.open();

    private Shelf shelf(String price) {
        return shop.page("""
                {'name': 'Tea club', 'productData': {'title': 'Tea club', 'prices': [
                  {'label': 'Monthly', 'amount': 1900, 'currency': 'eur', %s}]}}
                """.formatted(price));
    }

    private Page order(Shelf shelf, Page page) {
        page.navigate(shop.url(shelf));
        page.getByLabel("Name").fill("Ada Lovelace");
        page.getByLabel("Email address").fill("ada@example.com");
        return page;
    }

    private static void toPayment(Page page) {
        page.locator("button.primary[value=order]").click();
        page.waitForURL("**/checkout/**");
        page.locator("#payment button:not([disabled])").waitFor();
    }

    private JsonNode confirmed(Page page) {
        page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Thank you for your order"))
                .waitFor();
        return shop.seller().live().get("/v1/subscriptions").expect(200).json().at("/data/0");
    }

    private JsonNode payments() {
        return shop.seller().live().get("/v1/subscription-payments").expect(200).json();
    }

    @Test
    void aSubscriptionBeginsWithItsFirstCharge() {
        Page page = order(shelf("'recurring': {'interval': 'month', 'intervalCount': 1}"), browser.page(1280));
        TestBrowser.picture(page, "subscription-1280");
        toPayment(page);
        TestBrowser.picture(page, "subscription-payment-1280");
        CardForm.pay(page, "4000 0000 0000 0002");
        page.getByText("declined").first().waitFor();
        CardForm.pay(page, CardForm.VISA);
        JsonNode subscription = confirmed(page);
        TestBrowser.picture(page, "subscription-confirmation-1280");
        assertThat(subscription.get("status").textValue()).isEqualTo("active");
        assertThat(payments().at("/data/0/amount").longValue()).isEqualTo(1_900);
    }

    @Test
    void aTrialSavesTheCardAndChargesNothing() {
        Shelf shelf = shelf("'recurring': {'interval': 'month', 'intervalCount': 1, 'trialPeriodDays': 14}");
        Page page = order(shelf, browser.page(390));
        TestBrowser.picture(page, "trial-390");
        assertThat(page.locator("#summary").textContent()).contains("Tea club", "€0.00");
        toPayment(page);
        TestBrowser.picture(page, "trial-payment-390");
        CardForm.pay(page, CardForm.VISA);
        JsonNode subscription = confirmed(page);
        TestBrowser.picture(page, "trial-confirmation-390");
        assertThat(subscription.get("status").textValue()).isEqualTo("trialing");
        assertThat(payments().get("total").longValue()).isZero();
    }

    @Test
    void aPlanWithASetupFeeSaysWhatFollows() {
        Shelf shelf = shelf(
                "'setupFee': 500, 'paymentPlan': {'interval': 'month', 'intervalCount': 1," + " 'planIterations': 3}");
        Page page = order(
                shelf,
                browser.page(new Browser.NewContextOptions()
                        .setViewportSize(390, 900)
                        .setColorScheme(ColorScheme.DARK)));
        TestBrowser.picture(page, "plan-390-dark");
        assertThat(page.content()).contains("€24.00", "€19.00");
        toPayment(page);
        TestBrowser.picture(page, "plan-payment-390-dark");
        CardForm.pay(page, "4000 0025 0000 3155");
        page.frameLocator("iframe[title='Authentication']").locator("#succeed").click();
        JsonNode subscription = confirmed(page);
        assertThat(subscription.get("planIterations").longValue()).isEqualTo(3);
        assertThat(payments().at("/data/0/amount").longValue()).isEqualTo(2_400);
    }
}
