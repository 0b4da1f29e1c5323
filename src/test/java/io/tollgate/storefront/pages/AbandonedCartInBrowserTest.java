package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Accessibility;
import io.tollgate.support.CardForm;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Buyers leave a page in a real browser, get a reminder, and order what they had entered. Time is the test clock's. */
@SecondStage
class AbandonedCartInBrowserTest {
    private static final String EMAIL = "ada@example.com";
    private static final Pattern LINK = Pattern.compile("href=\"(http[^\"]*/(cart|reminders)/[^\"]*)\"");

    private static final String COURSE = """
            {"name": "Pottery course", "locale": "en-US", "testmode": true, "showCouponCodeField": true,
             "productData": {"title": "Pottery course",
               "prices": [
                 {"label": "Course", "amount": 12000, "currency": "eur", "discountedFromPrice": 15000},
                 {"label": "Supporter", "payWhatYouWant": true, "amount": 15000, "currency": "eur", "badge": "Kind"}],
               "variants": [{"name": "Glaze", "required": true, "options": [
                 {"name": "White"}, {"name": "Cobalt blue", "additionalChargeAmount": 500}]}]},
             "fields": [
               {"label": "Address", "element": "address", "required": true},
               {"label": "Message", "element": "textarea"}]}
            """;

    @RegisterExtension
    static final TestBrowser browser = TestBrowser.create();

    private final TestShop shop = TestShop.open();
    private final TestApi test = shop.seller().test();

    @BeforeEach
    void remind() {
        shop.seller()
                .live()
                .patch("/v1/account", "{\"saveCustomerContactDetails\": true, \"sendReminderEmails\": true}")
                .expect(200);
    }

    private static Page page(int width) {
        return browser.page(
                new Browser.NewContextOptions().setViewportSize(width, 900).setBypassCSP(true));
    }

    private List<String> advance(String duration) {
        return test.post("/v1/test-clock", "{\"advance\": \"" + duration + "\"}")
                .expect(200)
                .json()
                .get("events")
                .findValuesAsText("type");
    }

    private JsonNode saved(String path) {
        assertThat(shop.settles(() -> test.get(path).total() == 1)).as(path).isTrue();
        return test.get(path).expect(200).json().at("/data/0");
    }

    /** On a busy machine, a cart is saved before its last input, and then again. */
    private void waitUntilAllIsSaved() {
        String sql = "SELECT FROM checkout_draft WHERE seller_id = $1 AND form LIKE '%Berlin%'";
        assertThat(shop.settles(() -> TestSeller.rows(sql, shop.seller().id()).size() == 1))
                .isTrue();
    }

    private OutboxReader.Shown reminder() {
        return new OutboxReader(shop).message(EMAIL, MailPurpose.CART_REMINDER);
    }

    private long reminders() {
        return new OutboxReader(shop)
                .purposes(EMAIL).stream()
                        .filter(purpose -> purpose == MailPurpose.CART_REMINDER)
                        .count();
    }

    private String link(String kind) {
        Matcher link = LINK.matcher(reminder().html());
        while (link.find()) {
            if (link.group(2).equals(kind)) {
                return link.group(1).replace("&amp;", "&");
            }
        }
        throw new AssertionError("no link to " + kind);
    }

    private static void look(Page page, String name) {
        assertThat(Accessibility.violations(page)).as(name).isEmpty();
        for (int width : new int[] {1280, 390}) {
            page.setViewportSize(width, 900);
            TestBrowser.picture(page, name + "-" + width);
            assertThat((Boolean) page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
                    .as("%s fits the width", name)
                    .isTrue();
        }
    }

    private static Locator contact(Page page, String label) {
        return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
    }

    private static void order(Page page) {
        page.locator("button.primary[value=order]").click();
    }

    private static void confirmed(Page page) {
        page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Thank you for your order"))
                .waitFor();
    }

    /** Fills in everything but the buyer's message. */
    private static void fillIn(Page page) {
        page.getByText("Cobalt blue").click();
        page.getByText("Supporter").click();
        page.getByLabel("Your price (EUR)").fill("200");
        contact(page, "Name").fill("Ada Lovelace");
        contact(page, "Email address").fill(EMAIL);
        page.getByLabel("Country").selectOption("DE");
        page.getByLabel("City").fill("Berlin");
    }

    private static void assertFilledIn(Page page) {
        assertThat(page.getByLabel("Cobalt blue").isChecked()).isTrue();
        assertThat(page.getByLabel("Supporter").isChecked()).isTrue();
        assertThat(page.getByLabel("Your price (EUR)").inputValue()).isEqualTo("200");
        assertThat(contact(page, "Name").inputValue()).isEqualTo("Ada Lovelace");
        assertThat(contact(page, "Email address").inputValue()).isEqualTo(EMAIL);
        assertThat(page.getByLabel("Country").inputValue()).isEqualTo("DE");
        assertThat(page.getByLabel("City").inputValue()).isEqualTo("Berlin");
    }

    /** Reloads the restored page, fills in what is missing, and orders. */
    private static void complete(Page phone) {
        phone.reload();
        assertFilledIn(phone);
        phone.getByLabel("Message").fill("At last!");
        order(phone);
        phone.locator("#errors").waitFor();
        assertFilledIn(phone);
        phone.getByLabel("Street and number").fill("Torstr. 1");
        phone.getByLabel("Postal code").fill("10119");
        order(phone);
        confirmed(phone);
    }

    private void lookAtReminder() {
        Page mail = page(390);
        mail.setContent(reminder().html());
        TestBrowser.picture(mail, "reminder-390");
        mail.setViewportSize(1280, 900);
        TestBrowser.picture(mail, "reminder-1280");
        mail.context().close();
    }

    @Test
    void reminderRestoresTheCartAndItsOrderEndsTheReminders() {
        Shelf course = shop.page(COURSE);
        Page desk = page(1280);
        desk.navigate(shop.url(course) + "?campaign=spring");
        fillIn(desk);
        waitUntilAllIsSaved();
        JsonNode draft = saved("/v1/payments?status=draft");
        assertThat(draft.get("amount").longValue()).isEqualTo(20_500);
        desk.context().close();
        assertThat(advance("PT1H")).containsExactly("cart.abandoned", "cart.reminded");
        lookAtReminder();
        Page phone = page(390);
        String link = link("cart");
        phone.navigate(link);
        assertFilledIn(phone);
        look(phone, "restored");
        assertThat(phone.locator("#summary").textContent()).contains("€205.00");
        complete(phone);
        JsonNode paid = saved("/v1/payments?abandonmentStatus=recovered");
        assertThat(paid.get("id")).isEqualTo(draft.get("id"));
        assertThat(paid.get("status").textValue()).isEqualTo("paid");
        assertThat(paid.at("/queryParameters/campaign").textValue()).isEqualTo("spring");
        assertThat(advance("P31D")).isEmpty();
        assertThat(reminders()).isEqualTo(1);
        phone.navigate(link);
        look(phone, "restored-too-late");
        assertThat(contact(phone, "Name").inputValue()).isEmpty();
    }

    @Test
    void cartIsSavedWhenThePageIsLeftAtOnce() {
        Shelf course = shop.page(COURSE);
        Page page = page(390);
        page.navigate(shop.url(course));
        page.getByText("White").click();
        contact(page, "Name").fill("Ada");
        contact(page, "Email address").fill("ada@");
        page.waitForTimeout(1_500);
        assertThat(test.get("/v1/payments").total()).isZero();
        contact(page, "Email address").fill(EMAIL);
        page.navigate("about:blank");
        assertThat(saved("/v1/payments").get("customerEmail").textValue()).isEqualTo(EMAIL);
    }

    @Test
    void orderDoesNotLeaveACartBehind() {
        Shelf mug = shop.page("{'name': 'Mug', 'locale': 'en-US', 'testmode': true, 'productData': {'title': 'Mug',"
                + " 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
        Page page = page(390);
        page.navigate(shop.url(mug));
        contact(page, "Name").fill("Ada Lovelace");
        contact(page, "Email address").fill(EMAIL);
        order(page);
        confirmed(page);
        page.waitForTimeout(1_500);
        assertThat(saved("/v1/payments").get("status").textValue()).isEqualTo("paid");
        assertThat(advance("P3D")).isEmpty();
    }

    @Test
    void subscriptionIsPaidWithACardAfterTheReminder() {
        Shelf club = shop.page("{'name': 'Tea club', 'locale': 'en-US', 'testmode': true, 'productData': {'title':"
                + " 'Tea club', 'prices': [{'amount': 1900, 'currency': 'eur', 'recurring': {'interval': 'month',"
                + " 'intervalCount': 1}}]}}");
        Page page = page(390);
        page.navigate(shop.url(club));
        contact(page, "Name").fill("Ada Lovelace");
        contact(page, "Email address").fill(EMAIL);
        Object id = saved("/v1/subscriptions?status=draft").get("id");
        advance("PT1H");
        page.navigate(link("cart"));
        order(page);
        page.waitForURL("**/checkout/**");
        CardForm.pay(page, CardForm.VISA);
        confirmed(page);
        JsonNode begun = saved("/v1/subscriptions?abandonmentStatus=recovered");
        assertThat(begun.get("id")).isEqualTo(id);
        assertThat(begun.get("status").textValue()).isEqualTo("active");
        assertThat(advance("P3D")).doesNotContain("cart.reminded", "cart.abandoned");
        assertThat(reminders()).isEqualTo(1);
    }

    @Test
    void buyerStopsReminders() {
        Shelf course = shop.page(COURSE);
        Page page = page(390);
        page.navigate(shop.url(course));
        fillIn(page);
        waitUntilAllIsSaved();
        advance("PT1H");
        page.navigate(link("reminders"));
        look(page, "stop-reminders");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Send no more reminders"))
                .click();
        page.getByText("Reminders are stopped").first().waitFor();
        look(page, "stopped-reminders");
        assertThat(advance("P3D")).isEmpty();
        assertThat(reminders()).isEqualTo(1);
    }
}
