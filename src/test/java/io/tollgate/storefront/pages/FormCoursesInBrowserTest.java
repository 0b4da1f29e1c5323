package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestShop;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each kind of form with everything that a visitor's browser does. Nothing that was sent is lost, no error page is
 * shown, and a form is submitted as often as the visitor has sent something else.
 */
@SecondStage
class FormCoursesInBrowserTest {
    private static final String EMAIL = "ada@example.com";
    private static final String MOTTO = "Onwards";

    @RegisterExtension
    static final TestBrowser browser = TestBrowser.create();

    private final TestShop shop = TestShop.open();

    enum FormKind {
        OPEN("", ""),
        /** Takes one submission per customer. */
        ONCE("'formDetails': {'limitSubmissions': {'enabled': true}}, ", ""),
        FILE("", ", {'label': 'CV', 'element': 'file', 'required': true}");

        private final String settings;
        private final String fields;

        FormKind(String settings, String fields) {
            this.settings = settings;
            this.fields = fields;
        }

        private String body() {
            return "{'name': 'Application', 'locale': 'en-US', " + settings
                    + "'fields': [{'label': 'Motto', 'required': true}" + fields + "]}";
        }
    }

    enum Course {
        BACK,
        TWO_TABS,
        RELOAD
    }

    static List<Arguments> matrix() {
        List<Arguments> all = new ArrayList<>();
        for (FormKind kind : FormKind.values()) {
            for (Course course : Course.values()) {
                all.add(Arguments.of(kind, course));
            }
        }
        return all;
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("matrix")
    void everyCourseEndsAsItMust(FormKind kind, Course course) {
        Page page = browser.page(course == Course.RELOAD ? 390 : 1280);
        page.navigate(shop.url(shop.form(kind.body())));
        switch (course) {
            case BACK -> back(page, kind);
            case TWO_TABS -> twoTabs(page, kind);
            case RELOAD -> reload(page, kind);
        }
        page.context().close();
    }

    @ParameterizedTest
    @EnumSource
    void doubleClickIsOneSubmission(FormKind kind) {
        Page page = browser.page(390);
        page.navigate(shop.url(shop.form(kind.body())));
        fill(page, kind, EMAIL);
        List<Integer> first = TestBrowser.repeatForms(page);
        button(page).dblclick();
        thanks(page);
        assertThat(first).containsExactly(303);
        assertThat(submissions()).isEqualTo(1);
        page.context().close();
    }

    private static void fill(Page page, FormKind kind, String email) {
        page.getByLabel("Name").fill("Ada Lovelace");
        page.getByLabel("Email address").fill(email);
        page.getByLabel("Motto").fill(MOTTO);
        if (kind == FormKind.FILE) {
            chooseFile(page);
        }
    }

    private static void chooseFile(Page page) {
        page.getByLabel("CV", new Page.GetByLabelOptions().setExact(true))
                .setInputFiles(
                        new FilePayload("cv.pdf", "application/pdf", "%PDF-1.7".getBytes(StandardCharsets.UTF_8)));
    }

    private static Locator button(Page page) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Send"));
    }

    private static void send(Page page) {
        button(page).press("Enter");
    }

    private static void thanks(Page page) {
        page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Thank you"))
                .waitFor();
    }

    private static void errors(Page page) {
        page.locator("#errors").waitFor();
        assertKept(page, MOTTO);
        assertThat(page.getByLabel("Email address").inputValue()).isEqualTo("ada");
    }

    private static void assertKept(Page page, String motto) {
        assertThat(page.getByLabel("Name").inputValue()).isEqualTo("Ada Lovelace");
        assertThat(page.getByLabel("Motto").inputValue()).isEqualTo(motto);
    }

    private long submissions() {
        return shop.seller().live().get("/v1/submissions").total();
    }

    /** Sends a form with an error, goes back and forward, corrects it, and goes back from the confirmation. */
    private void back(Page page, FormKind kind) {
        fill(page, kind, "ada");
        send(page);
        errors(page);
        page.goBack();
        button(page).waitFor();
        assertKept(page, MOTTO);
        page.goForward();
        errors(page);
        page.getByLabel("Email address").fill(EMAIL);
        send(page);
        thanks(page);
        page.goBack();
        button(page).waitFor();
        assertKept(page, MOTTO);
        send(page);
        thanks(page);
        assertThat(submissions()).isEqualTo(1);
        page.goBack();
        button(page).waitFor();
        page.getByLabel("Motto").fill("Upwards");
        send(page);
        sentAgain(page, kind);
    }

    /** Other answers are another submission, unless the form takes one only. */
    private void sentAgain(Page page, FormKind kind) {
        if (kind == FormKind.FILE) {
            page.getByText("Nothing was sent: please send it again").waitFor();
            assertKept(page, "Upwards");
            chooseFile(page);
            send(page);
        }
        assertSecond(page, kind, "Upwards");
    }

    private void assertSecond(Page page, FormKind kind, String motto) {
        if (kind == FormKind.ONCE) {
            page.getByText("You have already submitted this form").waitFor();
            assertKept(page, motto);
        } else {
            thanks(page);
        }
        assertThat(submissions()).isEqualTo(kind == FormKind.ONCE ? 1 : 2);
    }

    private void twoTabs(Page page, FormKind kind) {
        Page second = page.context().newPage();
        second.navigate(page.url());
        fill(page, kind, EMAIL);
        fill(second, kind, EMAIL);
        send(page);
        thanks(page);
        send(second);
        assertSecond(second, kind, MOTTO);
    }

    /** A browser empties a form that is loaded again before it was sent. What was sent with an error stays. */
    private void reload(Page page, FormKind kind) {
        fill(page, kind, "ada");
        page.reload();
        button(page).waitFor();
        fill(page, kind, "ada");
        send(page);
        errors(page);
        page.reload();
        errors(page);
        page.getByLabel("Email address").fill(EMAIL);
        send(page);
        thanks(page);
        page.reload();
        thanks(page);
        assertThat(submissions()).isEqualTo(1);
    }
}
