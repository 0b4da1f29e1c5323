package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Submissions of forms in a real browser. */
class FormInBrowserTest {
    private static final String RICH = """
            {'name': 'Vendor application', 'locale': 'en-GB',
             'description': '<p>Sell at our market: tell us about your stall.</p>', 'fields': [
              {'label': 'Stall', 'element': 'multiple-choice', 'key': 'stall', 'required': true,
               'options': [{'label': 'Food'}, {'label': 'Something else', 'key': 'else'}]},
              {'label': 'What do you sell?', 'required': true, 'showHideLogic': {'enabled': true,
               'comparison': 'is', 'value': 'else', 'element': {'elementId': 'stall'}}},
              {'label': 'Days', 'element': 'multi-select', 'options': [{'label': 'Saturday'}, {'label': 'Sunday'}]},
              {'label': 'Preferred day', 'element': 'date'},
              {'label': 'Address', 'element': 'address', 'required': true,
               'limitBillingCountries': {'enabled': true, 'countries': ['DE', 'GB']}},
              {'label': 'Trade licence', 'element': 'file', 'required': true,
               'description': 'A scan or a photo.'},
              {'label': 'Photos of your stall', 'element': 'file', 'maxValue': {'enabled': true, 'value': '3'}},
              {'label': 'I agree to the market rules', 'element': 'checkbox', 'required': true}]}
            """;

    @RegisterExtension
    static final TestBrowser browser = TestBrowser.create();

    private final TestShop shop = TestShop.open();

    private static FilePayload file(String name) {
        return new FilePayload(name, "application/pdf", "%PDF-1.7 scan".getBytes(StandardCharsets.UTF_8));
    }

    private static void fill(Page page) {
        page.getByLabel("Name").fill("Ada Lovelace");
        page.getByLabel("Email address").fill("ada");
        page.getByLabel("Street and number").fill("Street 1");
        page.getByLabel("City").fill("London");
        page.getByLabel("Country").selectOption("GB");
        page.locator("input[name$='.billing.postalCode']").fill("SW1A 1AA");
        page.getByLabel("Trade licence").setInputFiles(file("licence.pdf"));
        page.getByLabel("I agree to the market rules").check();
    }

    private static void send(Page page) {
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Send"))
                .click();
    }

    private void submit(Page page, Shelf shelf, int width) {
        page.navigate(shop.url(shelf));
        TestBrowser.picture(page, "form-" + width);
        fill(page);
        page.getByText("Something else").click();
        if (page.getByLabel("What do you sell?").isVisible()) {
            page.getByLabel("What do you sell?").fill("");
        }
        send(page);
        page.locator("#errors").waitFor();
        TestBrowser.picture(page, "form-errors-" + width);
        assertThat(page.locator("#errors li").allTextContents())
                .containsExactlyInAnyOrder(
                        "Email address – Enter an email address, like name@example.com.",
                        "What do you sell? – This is required.");
        assertThat(page.getByLabel("Street and number").inputValue()).isEqualTo("Street 1");
        assertThat(page.getByText("licence.pdf").isVisible()).isTrue();
        page.getByLabel("Email address").fill("ada@example.com");
        page.getByLabel("What do you sell?").fill("Engines");
        send(page);
        page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Thank you"))
                .waitFor();
        TestBrowser.picture(page, "submitted-" + width);
    }

    private JsonNode submissions() {
        return shop.seller().live().get("/v1/submissions").expect(200).json().get("data");
    }

    @Test
    void submissionWithAFileAndAnErrorFirst() {
        Page page = browser.page(1280);
        submit(page, shop.form(RICH), 1280);
        page.reload();
        page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Thank you"))
                .waitFor();
        JsonNode records = submissions();
        assertThat(records).hasSize(1);
        assertThat(records.toString()).contains("Engines", "licence.pdf");
        assertThat(records.get(0).get("screenWidth").intValue()).isPositive();
    }

    @SecondStage
    @Test
    void worksWithoutScripts() {
        Page page = browser.page(
                new Browser.NewContextOptions().setViewportSize(390, 900).setJavaScriptEnabled(false));
        submit(page, shop.form(RICH), 390);
        assertThat(submissions().toString()).contains("Engines", "licence.pdf");
    }

    @SecondStage
    @Test
    void fieldsFollowTheAnswers() {
        Page page = browser.page(390);
        page.navigate(shop.url(shop.form(RICH)));
        assertThat(page.getByLabel("What do you sell?").isVisible()).isFalse();
        page.getByText("Something else").click();
        assertThat(page.getByLabel("What do you sell?").isVisible()).isTrue();
        page.getByLabel("Trade licence")
                .setInputFiles(new FilePayload("large.pdf", "application/pdf", new byte[10_000_001]));
        assertThat(page.getByText("A file can have at most").isVisible()).isTrue();
        send(page);
        assertThat(page.locator("#errors").count()).isZero();
        assertThat(submissions()).isEmpty();
    }

    @SecondStage
    @Test
    void formsInOtherLanguages() {
        Shelf shelf = shop.form(RICH);
        for (String language : Messages.LANGUAGES) {
            Page page = browser.page(390);
            page.navigate(shop.url(shelf) + "?lang=" + language);
            assertThat((Boolean) page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
                    .as("%s scrolls sideways", language)
                    .isTrue();
            if (language.equals("ar") || language.equals("ja") || language.equals("de")) {
                TestBrowser.picture(page, "form-" + language + "-390");
            }
        }
    }
}
