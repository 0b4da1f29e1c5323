package io.tollgate.storefront.portal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Accessibility;
import io.tollgate.support.CardForm;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The life of a subscription in a real browser, in test mode, while the test clock moves. */
@SecondStage
class SubscriptionLifeInBrowserTest {
    private static final String EMAIL = "ada@example.com";
    /** The bank accepts that it is saved, and declines each charge. */
    private static final String DECLINED = "4000000000007403";

    private static final Pattern OVERDUE = Pattern.compile("href=\"(http[^\"]*/overdue/[^\"]*)\"");

    @RegisterExtension
    static final TestBrowser browser = TestBrowser.create();

    private final TestShop shop = TestShop.open();
    private final TestApi test = shop.seller().test();
    private final Page page = browser.page(390);

    private JsonNode subscription() {
        return test.get("/v1/subscriptions").expect(200).json().at("/data/0");
    }

    private String status() {
        return subscription().get("status").textValue();
    }

    private void advance(String duration) {
        test.post("/v1/test-clock", "{\"advance\": \"" + duration + "\"}").expect(200);
    }

    private void look(String name) {
        TestBrowser.picture(page, "life-" + name);
        assertThat(Accessibility.violations(page)).as(name).isEmpty();
    }

    /** @param price the times of the price, with single quotes for double ones */
    private void subscribe(String price, String card) {
        Shelf club = shop.page("""
                {'name': 'Tea club', 'testmode': true, 'locale': 'en-US',
                 'productData': {'title': 'Tea club', 'prices': [{'amount': 1900, 'currency': 'eur', %s}]}}
                """.formatted(price));
        page.navigate(shop.url(club));
        page.getByLabel("Name").fill("Ada Lovelace");
        page.getByLabel("Email address").fill(EMAIL);
        page.locator("button.primary[value=order]").click();
        page.waitForURL("**/checkout/**");
        CardForm.pay(page, card);
        page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Thank you for your order"))
                .waitFor();
    }

    private String overdueLink() {
        String mail = new OutboxReader(shop)
                .message(EMAIL, MailPurpose.SUBSCRIPTION_PAYMENT_FAILED)
                .html();
        Matcher link = OVERDUE.matcher(mail);
        assertThat(link.find()).as(mail).isTrue();
        return link.group(1);
    }

    private void logIn() {
        String portal = "/s/" + shop.seller().name() + "/portal/test";
        page.navigate(shop.gateway().url() + portal);
        page.locator("#email").fill(EMAIL);
        page.locator("button.primary").click();
        page.waitForURL("**/sent*");
        page.navigate(
                shop.gateway().url() + PortalVisitor.of(shop, EMAIL, portal).newest());
        page.locator("button.primary").click();
        page.locator(".purchases a").first().click();
    }

    @Test
    void trialRecoveryRenewalCardAndCancellation() {
        subscribe("'recurring': {'interval': 'month', 'intervalCount': 1, 'trialPeriodDays': 14}", DECLINED);
        assertThat(status()).isEqualTo("trialing");
        advance("P14DT1H");
        assertThat(status()).isEqualTo("past_due");
        page.navigate(overdueLink());
        CardForm.pay(page, "4242424242424242");
        page.getByText("Everything is paid").waitFor();
        assertThat(shop.settles(() -> status().equals("active"))).isTrue();
        advance("P1M");
        assertThat(test.get("/v1/subscription-payments?paid=true")
                        .json()
                        .get("total")
                        .longValue())
                .isEqualTo(2);
        changeCard();
        cancel();
        advance("P2M");
        assertThat(status()).isEqualTo("canceled");
        assertThat(test.get("/v1/subscription-payments?paid=true")
                        .json()
                        .get("total")
                        .longValue())
                .isEqualTo(2);
    }

    @Test
    void aPlanIsCompleteAfterItsLastPayment() {
        subscribe("'paymentPlan': {'interval': 'month', 'intervalCount': 1, 'planIterations': 12}", "4242424242424242");
        assertThat(status()).isEqualTo("active");
        advance("P3Y");
        assertThat(status()).isEqualTo("completed");
        assertThat(test.get("/v1/subscription-payments?paid=true")
                        .json()
                        .get("total")
                        .longValue())
                .isEqualTo(12);
        logIn();
        look("plan-completed-390");
        assertThat(page.content()).contains("Completed").doesNotContain("Cancel subscription", "Change your card");
    }

    private void changeCard() {
        logIn();
        look("order-390");
        page.getByText("Change your card").click();
        page.locator("#payment button:not([disabled])").waitFor();
        look("card-390");
        CardForm.pay(page, "5555555555554444");
        page.getByText("MASTERCARD •••• 4444").waitFor();
        look("card-saved-390");
        assertThat(shop.settles(() ->
                        subscription().at("/paymentMethod/last4").textValue().equals("4444")))
                .isTrue();
    }

    private void cancel() {
        page.navigate(shop.gateway().url() + "/s/" + shop.seller().name() + "/portal/test");
        page.locator(".purchases a").first().click();
        page.getByText("Cancel subscription").click();
        page.locator("form .primary").click();
        page.getByText("Ends on").waitFor();
        look("canceled-390");
        assertThat(subscription().get("cancelAtPeriodEnd").booleanValue()).isTrue();
    }
}
