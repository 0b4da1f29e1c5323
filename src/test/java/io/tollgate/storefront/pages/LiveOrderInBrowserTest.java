package io.tollgate.storefront.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.tollgate.support.CardForm;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The scripts of pages on which buyers order and pay: what changes without a new page. */
class LiveOrderInBrowserTest {
    @RegisterExtension
    static final TestBrowser browser = TestBrowser.tolerant();

    private static final String COURSE = """
            {'name': 'Pottery course', 'locale': 'en-US', 'showCouponCodeField': true,
             'showCouponCodeFieldType': 'field',
             'description': '<p>Six evenings, clay and glazes included.</p>',
             'productData': {'title': 'Pottery course', 'prices': [{'amount': 12000, 'currency': 'eur'}],
               'variants': [{'name': 'Glaze', 'required': true, 'options': [
                 {'name': 'White', 'additionalChargeAmount': 100},
                 {'name': 'Cobalt blue', 'additionalChargeAmount': 500}]}]},
             'paymentOptions': [{'type': 'full', 'name': 'Pay now'},
               {'type': 'manual', 'name': 'Pay by invoice', 'manualType': 'invoice'}]}
            """;

    private final TestShop shop = TestShop.open();

    private Page open(Shelf shelf, int width) {
        Page page = browser.page(width);
        page.navigate(shop.url(shelf));
        page.getByLabel("Name").fill("Ada Lovelace");
        page.getByLabel("Email address").fill("ada@example.com");
        return page;
    }

    private Shelf course() {
        shop.seller()
                .live()
                .post(
                        "/v1/coupons",
                        "{\"code\": \"TENTH\", \"label\": \"Tenth\", \"percentOff\": 10, \"duration\": \"once\"}")
                .expect(201);
        return shop.page(COURSE);
    }

    @Test
    void couponIsAppliedByEnterAndRemoved() {
        Page page = open(course(), 1280);
        Locator summary = page.locator("#summary");
        assertThat(summary).containsText("from €121.00");
        page.getByText("Cobalt blue").click();
        assertThat(summary).containsText("€125.00");
        Locator coupon = page.getByLabel("Coupon code");
        coupon.fill("NOPE");
        coupon.press("Enter");
        assertThat(page.locator("#f-couponCode-error")).containsText("NOPE");
        assertThat(summary).containsText("€125.00");
        coupon.fill("TENTH");
        page.getByText("Apply", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(summary).containsText("Coupon TENTH");
        assertThat(summary).containsText("€112.50");
        TestBrowser.picture(page, "coupon-1280");
        page.getByText("Remove", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(summary).containsText("€125.00");
        assertThat(summary).not().containsText("Coupon");
        assertThat(page.url()).doesNotContain("/checkout/");
    }

    @Test
    void buttonFollowsTheWayToPayAndStaysInSightOnPhones() {
        Page page = open(course(), 390);
        Locator button = page.locator("button.primary[value=order]");
        assertThat(button).isInViewport();
        assertThat(page.locator(".bar-total")).hasAttribute("data-total", "from €121.00");
        TestBrowser.picture(page, "bar-390");
        page.screenshot(new Page.ScreenshotOptions().setPath(Path.of("target", "screenshots", "bar-view-390.png")));
        page.getByText("White").click();
        assertThat(page.locator(".bar-total")).hasAttribute("data-total", "€121.00");
        page.getByText("Pay by invoice").click();
        assertThat(button).hasText("Order with obligation to pay");
        assertThat(page.locator(".safe")).hasCount(0);
        button.click();
        page.waitForURL("**/checkout/**");
    }

    @Test
    void offlinePageShowsNoOldTotalAndKeepsTheForm() {
        Page page = open(course(), 390);
        page.getByText("White").click();
        assertThat(page.locator("#summary")).containsText("€121.00");
        page.context().setOffline(true);
        page.getByText("Cobalt blue").click();
        assertThat(page.locator("#summary")).containsText("You are offline");
        assertThat(page.locator("#summary")).not().containsText("€");
        page.locator("button.primary[value=order]").click();
        assertThat(page.getByLabel("Name")).hasValue("Ada Lovelace");
        page.context().setOffline(false);
        assertThat(page.locator("#summary")).containsText("€125.00");
    }

    @Test
    void languageKeepsTheEntries() {
        Page page = open(course(), 1280);
        page.getByText("Cobalt blue").click();
        page.getByText("Deutsch").click();
        assertThat(page.locator("html")).hasAttribute("lang", "de");
        assertThat(page.locator("input[autocomplete=name]")).hasValue("Ada Lovelace");
        assertThat(page.locator("#summary")).containsText("125,00");
    }

    private Page payment(Shelf shelf, int width) {
        Page page = open(shelf, width);
        page.locator("button.primary[value=order]").click();
        page.waitForURL("**/checkout/**");
        page.locator("#payment button:not([disabled])").waitFor();
        return page;
    }

    @Test
    void paymentWhoseResponseIsLostLeadsOn() {
        Page page = browser.page(390);
        page.clock().install();
        page.navigate(shop.url(shop.product(1_900)));
        page.getByLabel("Name").fill("Ada Lovelace");
        page.getByLabel("Email address").fill("ada@example.com");
        page.locator("button.primary[value=order]").click();
        page.waitForURL("**/checkout/**");
        CardForm.pay(page, "4000 0000 0000 7106");
        assertThat(page.locator("#payment button.primary")).hasText("Please wait…");
        // The processor has charged the card before the time for its response is over.
        page.clock().runFor(16_000);
        assertThat(page.locator("h1")).hasText("Thank you for your order");
    }

    @Test
    void holdCountsDownByTheTimeOfTheServer() {
        Page page = payment(shop.product(1_900), 390);
        String left = page.locator(".hold").textContent();
        assertThat(left).containsPattern("1[45]:[0-9]{2}");
        page.evaluate("() => { Date.now = () => 0; }");
        TestBrowser.picture(page, "payment-own-390");
        page.setViewportSize(1280, 900);
        TestBrowser.picture(page, "payment-own-1280");
        assertThat(page.locator(".hold").textContent()).containsPattern("1[45]:[0-9]{2}");
    }

    @Test
    void editedOrderIsReplacedAndCanceled() {
        Page page = payment(shop.product(1_900), 390);
        String first = page.url();
        page.getByText("Edit order").click();
        assertThat(page.getByLabel("Name")).hasValue("Ada Lovelace");
        TestBrowser.picture(page, "edit-390");
        page.getByLabel("Name").fill("Ada King");
        page.locator("button.primary[value=order]").click();
        page.waitForURL("**/checkout/**");
        assertThat(page.url()).isNotEqualTo(first);
        page.getByText("Cancel order").click();
        assertThat(page.locator("h1")).hasText("You have canceled this order");
    }
}
