package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.WaitForSelectorState;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Overdue;
import io.tollgate.support.PageAudit;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The pages of what follows a purchase have no violation of axe: recurring prices, offers, overdue payments, reminders,
 * and the page that leads to another site.
 */
@SecondStage
class AccessibilityOfStatesTest {
    private static final String VISA = "4242424242424242";

    /** Its bank wants the buyer to authenticate when it is saved, and at each charge. */
    private static final String AUTHENTICATED = "4000002760003184";

    private static final String CLUB = """
            {'name': 'Club', 'locale': 'en-US', 'productData': {'title': 'Tea club', 'prices': [
              {'label': 'Monthly', 'amount': 1900, 'currency': 'eur', 'setupFee': 500,
               'recurring': {'interval': 'month', 'intervalCount': 1}},
              {'label': 'Free at first', 'amount': 1500, 'currency': 'eur',
               'recurring': {'interval': 'month', 'intervalCount': 3, 'trialPeriodDays': 14}},
              {'label': 'In parts', 'amount': 4000, 'currency': 'eur',
               'paymentPlan': {'interval': 'month', 'intervalCount': 1, 'planIterations': 12}}]}}
            """;

    @RegisterExtension
    static final TestBrowser browser = TestBrowser.tolerant();

    private static Map<String, String> states;

    @BeforeAll
    static void open() {
        states = new LinkedHashMap<>();
        prices(TestShop.open());
        offers(TestShop.open());
        leaving(TestShop.open());
        overdue(new Overdue(TestShop.open()));
        paid(new Overdue(TestShop.open()));
        reminders(TestShop.open());
    }

    private static Buyer buyer(TestShop shop) {
        return new Buyer(shop.gateway().url(), Overdue.EMAIL);
    }

    /** Adds the address of a state, after a check that it shows this text in English. */
    private static void add(String state, String path, String text) {
        String english = path + (path.contains("?") ? "&lang=en" : "?lang=en");
        Buyer visitor = new Buyer(TestGateway.shared().url(), "eve@example.com");
        assertThat(visitor.get(english).html()).as(state).contains(text);
        states.put(state, path);
    }

    private static String paid(Buyer buyer, Shelf shelf, Map<String, String> choices) {
        String order = buyer.order(shelf.path(), choices).expect(303).path();
        assertThat(buyer.pay(order, VISA)).isEqualTo("succeeded");
        buyer.comeBack(order);
        return order;
    }

    /** Pages, payments and confirmations of recurring prices and payment plans. */
    private static void prices(TestShop shop) {
        Buyer ada = buyer(shop);
        Shelf club = shop.page(CLUB);
        add("recurring prices", club.path(), "Free at first");
        Map<String, String> trial = price(club, 1);
        Map<String, String> plan = price(club, 2);
        add("trial payment", ada.order(club.path(), trial).expect(303).path(), "Save payment method");
        add("trial confirmation", paid(ada, club, trial), "Thank you for your order");
        add("plan payment", ada.order(club.path(), plan).expect(303).path(), "12 payments");
        add("plan confirmation", paid(ada, club, plan), "12 payments");
    }

    private static Map<String, String> price(Shelf shelf, int index) {
        return Map.of(
                "priceId", shelf.record().at("/product/prices/" + index + "/id").textValue());
    }

    private static Shelf first(TestShop shop, Shelf offered) {
        return shop.page("{'name': 'Mug', 'locale': 'en-US', 'funnelSteps': [{'type': 'upsell', 'config': {'action':"
                + " 'checkout', 'pageId': '" + offered.id() + "'}}], 'productData': {'title': 'Mug', 'prices':"
                + " [{'amount': 1900, 'currency': 'eur'}]}}");
    }

    /** Offers on the saved card, with a form for another card, and of a subscription, and what follows them. */
    private static void offers(TestShop shop) {
        Buyer ada = buyer(shop);
        Shelf lid = shop.page("{'name': 'Lid', 'locale': 'en-US', 'description': '<p>Fits every <b>mug</b>.</p>',"
                + " 'productData': {'title': 'Bamboo lid', 'prices': [{'amount': 700, 'currency': 'eur'}]}}");
        Shelf mug = first(shop, lid);
        add("offer", paid(ada, mug, Map.of()), "One more offer");
        add("offer of a subscription", paid(ada, first(shop, shop.page(CLUB)), Map.of()), "One more offer");
        String accepted = paid(ada, mug, Map.of());
        accept(ada, accepted);
        add("offer accepted", accepted, "Also ordered");
        ada.useWallet("google_pay");
        add("offer after a wallet", paid(ada, mug, Map.of()), "You enter your payment details on the next page");
        // The page of the first order leads to the one of the offer.
        String next = accept(ada, paid(ada, mug, Map.of()));
        add("payment of an offer", ada.get(next).expect(303).path(), "No, thank you");
    }

    private static String accept(Buyer buyer, String order) {
        Shown offer = buyer.get(order).expect(200);
        Map<String, String> form = buyer.form(offer);
        form.put("action", "accept");
        return buyer.post(order + "/offer", form).expect(303).path();
    }

    private static void leaving(TestShop shop) {
        Shelf gift = shop.page("{'name': 'Gift', 'locale': 'en-US', 'afterPaymentAction': 'redirect', 'redirectUrl':"
                + " 'https://shop.example/thanks', 'productData': {'title': 'Gift', 'prices': [{'amount': 0,"
                + " 'currency': 'eur'}]}}");
        String order = buyer(shop).order(gift.path()).expect(303).path();
        add("leaving", order + "?embed=1", "data-leave");
    }

    private static String link(Overdue overdue, Instant expires) {
        TestShop shop = overdue.shop();
        return new OverdueLinks(TestGateway.secrets().linkKey(), "")
                .sign(
                        shop.seller().scope(true),
                        shop.seller().name(),
                        overdue.subscription().get("id").textValue(),
                        expires);
    }

    private static Instant tomorrow() {
        return Instant.now().plus(Duration.ofDays(1));
    }

    /** The states of an overdue payment: due, waiting for the buyer's bank, and too late to be paid by the link. */
    private static void overdue(Overdue overdue) {
        overdue.fail(Overdue.WITHOUT_FUNDS);
        add("overdue", link(overdue, tomorrow()), "Payment due");
        add("overdue expired", link(overdue, Instant.now().minusSeconds(1)), "This link has expired");
        Overdue confirmed = new Overdue(TestShop.open());
        confirmed.fail(Overdue.WITHOUT_FUNDS);
        Buyer ada = buyer(confirmed.shop());
        String path = link(confirmed, tomorrow());
        Shown page = ada.get(path);
        ada.payFrom(page, AUTHENTICATED);
        ada.authenticateFrom(page);
        assertThat(ada.comeBack(path).html()).contains("Confirmation needed");
        add("overdue confirmation", path, "Confirmation needed");
    }

    /** Nothing is due: the card can be replaced as long as the subscription lasts. */
    private static void paid(Overdue overdue) {
        overdue.subscribe(VISA);
        String path = link(overdue, tomorrow());
        add("overdue paid", path, "Everything is paid");
        add("change of a card", path + OverdueLinks.CARD, "Change your card");
        add("saved card", path + OverdueLinks.CARD + "/saved", "Your card");
        Overdue ended = new Overdue(TestShop.open());
        ended.subscribe(VISA);
        ended.shop()
                .seller()
                .live()
                .post(
                        "/v1/subscriptions/" + ended.subscription().get("id").textValue() + "/cancel",
                        "{\"cancelImmediately\": true}")
                .expect(200);
        add("overdue ended", link(ended, tomorrow()), "This subscription has ended");
    }

    /** Links of reminders. */
    private static void reminders(TestShop shop) {
        shop.seller()
                .live()
                .patch("/v1/account", "{\"saveCustomerContactDetails\": true, \"sendReminderEmails\": true}")
                .expect(200);
        Buyer ada = buyer(shop);
        Shelf mug = shop.product(1_900);
        ada.post(mug.path() + "/cart", ada.form(ada.get(mug.path()))).expect(204);
        String draft = shop.seller()
                .live()
                .get("/v1/payments")
                .expect(200)
                .json()
                .at("/data/0/id")
                .textValue();
        CartLinks links = new CartLinks(TestGateway.secrets().linkKey(), "");
        Scope live = shop.seller().scope(true);
        add("reminders", links.refuse(live, shop.seller().name(), draft), "Stop reminders");
        add(
                "restored cart",
                ada.get(links.restore(live, shop.seller().name(), draft))
                        .expect(303)
                        .path(),
                "Your entries were restored");
    }

    private static PageAudit audit(int width, ColorScheme scheme) {
        return PageAudit.open(browser, TestShop.open().gateway().url(), width, scheme);
    }

    static List<String> languages() {
        return PageAudit.LANGUAGES;
    }

    @ParameterizedTest
    @MethodSource("languages")
    void everyStateInSeveralLanguages(String language) {
        try (PageAudit audit = audit(PageAudit.NARROW, ColorScheme.LIGHT)) {
            states.forEach((state, path) -> audit.check(state, path, language));
            // The button leads to a page that no address shows.
            audit.navigate(states.get("reminders") + "?lang=" + language);
            audit.page().locator("button.primary").press("Enter");
            audit.page()
                    .locator("main form")
                    .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED));
            audit.check("stopped reminders " + language);
            audit.assertClean();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LIGHT", "DARK"})
    void everyStateOnAWideScreen(ColorScheme scheme) {
        try (PageAudit audit = audit(PageAudit.WIDE, scheme)) {
            states.forEach((state, path) -> {
                audit.check(state, path, "en");
                TestBrowser.picture(audit.page(), "axe-" + state.replace(' ', '-') + "-" + scheme);
            });
            audit.assertClean();
        }
    }
}
