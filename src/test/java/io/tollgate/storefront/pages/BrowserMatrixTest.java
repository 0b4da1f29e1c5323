package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.support.Buyer;
import io.tollgate.support.CardForm;
import io.tollgate.support.PageType;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each type of page with everything that a buyer's browser does. One gateway and one browser serve all of them. */
@SecondStage
class BrowserMatrixTest {
    private static final String DECLINED = "4000 0000 0000 0002";
    private static final String ASKS = "4000 0027 6000 3184";

    private static final Pattern SOLD_OUT = Pattern.compile("This (event )?is sold out");

    @RegisterExtension
    static final TestBrowser browser = TestBrowser.create();

    private final TestShop shop = TestShop.open();

    /** What the buyer does. */
    enum Course {
        PAY,
        DECLINE_THEN_PAY,
        AUTHENTICATE,
        REFUSE_AUTHENTICATION,
        BACK,
        DOUBLE_CLICK,
        TWO_TABS,
        RELOAD,
        HOLD_EXPIRES,
        SOLD_OUT_MEANWHILE
    }

    static List<Arguments> matrix() {
        List<Arguments> all = new ArrayList<>();
        for (PageType type : PageType.values()) {
            for (Course course : Course.values()) {
                all.add(Arguments.of(type, course));
            }
        }
        return all;
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("matrix")
    void everyCourseEndsAsItMust(PageType type, Course course) throws SQLException {
        Shelf shelf = type.open(shop.seller().live(), shop.seller().name(), 1_900, 2);
        // Half of the courses on a narrow screen.
        Page page = browser.page(course.ordinal() % 2 == 0 ? 390 : 1280);
        page.navigate(shop.url(shelf));
        fill(page, type);
        if (course == Course.SOLD_OUT_MEANWHILE) {
            soldOut(page, type, shelf);
        } else {
            run(page, type, course);
        }
        TestBrowser.picture(page, "matrix-" + type + "-" + course);
        page.context().close();
        boolean bought = course != Course.HOLD_EXPIRES && course != Course.SOLD_OUT_MEANWHILE;
        assertThat(shop.seller().live().get(type.orders()).total()).isEqualTo(bought ? 1 : 0);
        int left = course == Course.SOLD_OUT_MEANWHILE ? 0 : course == Course.HOLD_EXPIRES ? 2 : 1;
        assertThat(type.left(shop.seller().live(), shelf)).isEqualTo(left);
    }

    private void run(Page page, PageType type, Course course) throws SQLException {
        switch (course) {
            case PAY -> pay(page);
            case DECLINE_THEN_PAY -> {
                toPayment(page);
                CardForm.pay(page, DECLINED);
                page.getByText("Your card was declined.").first().waitFor();
                CardForm.pay(page, CardForm.VISA);
            }
            case AUTHENTICATE -> {
                toPayment(page);
                CardForm.pay(page, ASKS);
                bank(page).locator("#succeed").click();
            }
            case REFUSE_AUTHENTICATION -> {
                toPayment(page);
                CardForm.pay(page, ASKS);
                bank(page).locator("#fail").click();
                page.locator("#payment-error:not(:empty)").waitFor();
                CardForm.pay(page, CardForm.VISA);
            }
            case BACK -> back(page);
            case DOUBLE_CLICK -> doubleClick(page);
            case TWO_TABS -> twoTabs(page);
            case RELOAD -> reload(page, type);
            case HOLD_EXPIRES -> expire(page);
            case SOLD_OUT_MEANWHILE -> fail("has a course of its own");
        }
        if (course != Course.HOLD_EXPIRES) {
            confirmed(page);
        }
    }

    private static void fill(Page page, PageType type) {
        Page.GetByLabelOptions exact = new Page.GetByLabelOptions().setExact(true);
        page.getByLabel("Name", exact).fill("Ada Lovelace");
        page.getByLabel("Email address", exact).fill("ada@example.com");
        if (type == PageType.EVENT) {
            page.getByLabel("Seat").fill("1");
        }
    }

    /** The page can also have a link to an order that was begun, whose text begins with that of the button. */
    private static Locator button(Page page) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Continue to payment"));
    }

    private static void toPayment(Page page) {
        button(page).click();
        ready(page);
    }

    private static void ready(Page page) {
        page.waitForURL("**/checkout/**");
        page.locator("#payment button:not([disabled])").waitFor();
    }

    private static void pay(Page page) {
        toPayment(page);
        CardForm.pay(page, CardForm.VISA);
    }

    private static FrameLocator bank(Page page) {
        return page.frameLocator("iframe[title='Authentication']");
    }

    private static void confirmed(Page page) {
        page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Thank you for your order"))
                .waitFor();
    }

    /** Goes back from the payment and forward again, and back from the confirmation, which stays. */
    private static void back(Page page) {
        toPayment(page);
        page.goBack();
        button(page).waitFor();
        page.goForward();
        CardForm.pay(page, CardForm.VISA);
        confirmed(page);
        page.goBack();
        confirmed(page);
    }

    private static void doubleClick(Page page) {
        List<Integer> first = TestBrowser.repeatForms(page);
        button(page).dblclick();
        ready(page);
        assertThat(first).containsExactly(303);
        CardForm.fill(page, CardForm.VISA);
        page.locator("#payment button").dblclick();
    }

    private static void twoTabs(Page page) {
        toPayment(page);
        Page second = page.context().newPage();
        second.navigate(page.url());
        second.locator("#payment button:not([disabled])").waitFor();
        CardForm.pay(page, CardForm.VISA);
        confirmed(page);
        CardForm.pay(second, CardForm.VISA);
        confirmed(second);
    }

    private static void reload(Page page, PageType type) {
        page.reload();
        fill(page, type);
        toPayment(page);
        page.reload();
        CardForm.pay(page, CardForm.VISA);
        confirmed(page);
        page.reload();
    }

    private void expire(Page page) throws SQLException {
        toPayment(page);
        try (Connection connection =
                DriverManager.getConnection(PostgresUrl.toJdbc(shop.gateway().databaseUrl()))) {
            connection
                    .createStatement()
                    .executeUpdate("UPDATE checkout SET hold_until = now() - interval '1 second' WHERE seller_id = '"
                            + shop.seller().id() + "'");
        }
        page.reload();
        page.getByText("has expired").first().waitFor();
    }

    private void soldOut(Page page, PageType type, Shelf shelf) {
        for (int i = 0; i < 2; i++) {
            new Buyer(shop.gateway().url(), "other" + i + "@example.com")
                    .order(shelf.path(), type.choices(shelf))
                    .expect(303);
        }
        button(page).click();
        page.getByText(SOLD_OUT).first().waitFor();
    }
}
