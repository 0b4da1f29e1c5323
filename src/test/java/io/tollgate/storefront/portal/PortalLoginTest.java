package io.tollgate.storefront.portal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.RowExpiry;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The login to the customer portal by a link, and attacks on it. */
class PortalLoginTest {
    private final TestShop shop = TestShop.open();
    private final PortalVisitor ada = PortalVisitor.of(shop, "ada@example.com");

    private void buy(String email) {
        Buyer buyer = new Buyer(shop.gateway().url(), email);
        assertThat(buyer.order(shop.product(0).path()).status()).isEqualTo(303);
    }

    private long count(String table) {
        return TestSeller.rows(
                        "SELECT count(*) FROM " + table + " WHERE seller_id = $1",
                        shop.seller().id())
                .iterator()
                .next()
                .getLong(0);
    }

    @Test
    void linkLogsInOnce() {
        buy("ada@example.com");
        String link = ada.link();
        assertThat(ada.browser().get(link).expect(200).html()).contains("Log in");
        assertThat(count("portal_session")).isZero();
        assertThat(ada.use(link).expect(303).path()).isEqualTo(ada.portal());
        assertThat(ada.home().html()).contains("Your purchases", "Mug", "ada@example.com");
        assertThat(ada.use(link).status()).isEqualTo(410);
        PortalVisitor thief = PortalVisitor.of(shop, "thief@example.com");
        assertThat(thief.use(link).status()).isEqualTo(410);
        assertThat(thief.home().html()).doesNotContain("Mug");
    }

    @Test
    void linksOfTestModeExpireByTheTestClock() {
        Buyer buyer = new Buyer(shop.gateway().url(), "ada@example.com");
        Shelf mug = shop.page("{'name': 'Mug', 'locale': 'en-US', 'testmode': true, 'productData': {'title': 'Mug',"
                + " 'prices': [{'amount': 0, 'currency': 'eur'}]}}");
        assertThat(buyer.order(mug.path()).status()).isEqualTo(303);
        PortalVisitor test = PortalVisitor.of(shop, "ada@example.com", ada.portal() + "/test");
        String link = test.link();
        assertThat(test.browser().get(link).status()).isEqualTo(200);
        shop.seller().test().post("/v1/test-clock", "{\"advance\": \"P1M\"}").expect(200);
        assertThat(test.browser().get(link).status()).isEqualTo(410);
        assertThat(test.use(link).status()).isEqualTo(410);
        assertThat(test.login().html()).contains("Mug");
    }

    /** The control of the conditional update: without it, several of these log in. */
    @Test
    void concurrentUsesOfALinkLogInOnce() {
        buy("ada@example.com");
        String link = ada.link();
        List<PortalVisitor> visitors = List.of(
                PortalVisitor.of(shop, "a@example.com"),
                PortalVisitor.of(shop, "b@example.com"),
                PortalVisitor.of(shop, "c@example.com"),
                PortalVisitor.of(shop, "d@example.com"));
        List<Map<String, String>> forms = visitors.stream()
                .map(visitor -> visitor.browser().form(visitor.browser().get(link)))
                .toList();
        List<Shown> answers =
                Parallel.times(visitors.size(), i -> visitors.get(i).browser().post(link, forms.get(i)));
        assertThat(answers.stream().map(Shown::status)).containsOnlyOnce(303);
        assertThat(count("portal_session")).isEqualTo(1);
    }

    @Test
    void responseDoesNotRevealWhoHasBought() {
        buy("ada@example.com");
        PortalVisitor nobody = PortalVisitor.of(shop, "nobody@example.com");
        Shown known = ada.requestLink().expect(303);
        Shown unknown = nobody.requestLink().expect(303);
        assertThat(unknown.path()).isEqualTo(known.path());
        assertThat(nobody.browser().get(unknown.path()).html())
                .isEqualTo(ada.browser().get(known.path()).html());
        assertThat(count("portal_link")).isEqualTo(2);
        OutboxReader outbox = new OutboxReader(shop);
        assertThat(outbox.purposes("nobody@example.com")).isEmpty();
        assertThat(outbox.purposes("ada@example.com")).contains(MailPurpose.PORTAL_LINK);
    }

    @Test
    void addressGetsAFewLinksAnHour() {
        buy("ada@example.com");
        for (int i = 0; i < 8; i++) {
            ada.requestLink().expect(303);
        }
        assertThat(count("portal_link")).isEqualTo(5);
    }

    @Test
    void capitalsInTheAddressDoNotMatter() {
        buy("ada@example.com");
        Map<String, String> form =
                new HashMap<>(ada.browser().form(ada.browser().get(ada.portal())));
        form.put("email", " Ada@Example.com ");
        ada.browser().post(ada.portal(), form).expect(303);
        assertThat(ada.use(ada.newest()).status()).isEqualTo(303);
        form.put("email", "ada");
        assertThat(ada.browser().post(ada.portal(), form).expect(422).html())
                .contains("Please enter a valid email address");
    }

    @Test
    void logoutEndsTheSessionAlsoForThoseWhoCopiedIt() {
        buy("ada@example.com");
        Shown home = ada.login();
        String copied = ada.browser().cookie("tollgate_portal");
        assertThat(get(ada.portal(), copied)).contains("Mug");
        ada.browser().post(ada.portal() + "/logout", ada.browser().form(home)).expect(303);
        assertThat(ada.home().html()).doesNotContain("Mug").contains("Send link");
        assertThat(get(ada.portal(), copied)).doesNotContain("Mug");
        assertThat(count("portal_session")).isZero();
    }

    private String get(String path, String session) {
        return new Buyer(shop.gateway().url(), "x@example.com")
                .get(path, "Cookie", "tollgate_portal=" + session)
                .expect(200)
                .html();
    }

    /** A session that an attacker chose never becomes one of the customer. */
    @Test
    void loginBeginsANewSession() {
        buy("ada@example.com");
        String chosen = "A".repeat(43);
        assertThat(get(ada.portal(), chosen)).doesNotContain("Mug");
        ada.login();
        String first = ada.browser().cookie("tollgate_portal");
        assertThat(first).isNotEqualTo(chosen);
        assertThat(ada.use(PortalVisitor.of(shop, "ada@example.com").link()).status())
                .isEqualTo(303);
        assertThat(ada.browser().cookie("tollgate_portal")).isNotEqualTo(first);
        assertThat(get(ada.portal(), first)).doesNotContain("Mug");
        assertThat(get(ada.portal(), chosen)).doesNotContain("Mug");
    }

    @Test
    void formsOfOtherSitesAreRejected() {
        buy("ada@example.com");
        Map<String, String> entry = ada.browser().form(ada.browser().get(ada.portal()));
        assertThat(ada.browser()
                        .post(ada.portal(), entry, "Origin", "https://evil.example")
                        .status())
                .isEqualTo(403);
        assertThat(count("portal_link")).isZero();
        String link = ada.link();
        Map<String, String> login = ada.browser().form(ada.browser().get(link));
        assertThat(ada.browser()
                        .post(link, login, "Origin", "https://evil.example")
                        .status())
                .isEqualTo(403);
        assertThat(ada.browser().post(link, Map.of()).status()).isEqualTo(403);
        Shown home = ada.login();
        Map<String, String> logout = ada.browser().form(home);
        assertThat(ada.browser()
                        .post(ada.portal() + "/logout", logout, "Origin", "https://evil.example")
                        .status())
                .isEqualTo(403);
        assertThat(ada.home().html()).contains("Mug");
    }

    @Test
    void modesAreSeparate() {
        buy("ada@example.com");
        PortalVisitor test = PortalVisitor.of(shop, "ada@example.com", ada.portal() + "/test");
        test.requestLink().expect(303);
        assertThat(new OutboxReader(shop).purposes("ada@example.com")).doesNotContain(MailPurpose.PORTAL_LINK);
        assertThat(test.home().html()).contains("Test mode");
        ada.login();
        assertThat(ada.browser().get(ada.portal() + "/test").expect(200).html()).doesNotContain("Mug");
        assertThat(ada.browser().get("/s/nobody-has-this-name/portal").status()).isEqualTo(404);
    }

    @Test
    void otherSellersDoNotKnowTheSession() {
        buy("ada@example.com");
        TestShop other = new TestShop(shop.gateway(), shop.gateway().seller());
        String link = ada.link();
        String moved = link.replace(
                "/s/" + shop.seller().name() + "/", "/s/" + other.seller().name() + "/");
        assertThat(ada.use(moved).status()).isEqualTo(410);
        assertThat(ada.use(link).status()).isEqualTo(303);
        String session = ada.browser().cookie("tollgate_portal");
        assertThat(get("/s/" + other.seller().name() + "/portal", session)).doesNotContain("Mug");
    }

    @Test
    void linksAndSessionsExpire() {
        buy("ada@example.com");
        String link = ada.link();
        age("portal_link");
        assertThat(ada.browser().get(link).status()).isEqualTo(410);
        age("portal_link", "-1 day");
        assertThat(ada.use(link).status()).isEqualTo(303);
        assertThat(ada.home().html()).contains("Mug");
        age("portal_session");
        assertThat(ada.home().html()).doesNotContain("Mug").contains("Send link");
    }

    /** Each mode by its own clock: the links of test mode are of a month from now. */
    @Test
    void expiredLinksAreDeleted() {
        shop.seller().test().post("/v1/test-clock", "{\"advance\": \"P1M\"}").expect(200);
        ada.requestLink().expect(303);
        PortalVisitor.of(shop, "ada@example.com", ada.portal() + "/test")
                .requestLink()
                .expect(303);
        RowExpiry expiry =
                new RowExpiry(TestSeller.database(), Clock.SYSTEM, PortalLinks.expiry(new PortalSettings(15, 12)));
        age("portal_link", "10 minutes");
        TestSeller.await(expiry.expire());
        assertThat(count("portal_link")).isEqualTo(2);
        age("portal_link", "10 minutes");
        TestSeller.await(expiry.expire());
        assertThat(count("portal_link")).isZero();
    }

    private void age(String table) {
        age(table, "1 day");
    }

    private void age(String table, String by) {
        TestSeller.rows(
                "UPDATE " + table + " SET created_at = created_at - interval '" + by
                        + "', expires_at = expires_at - interval '" + by + "' WHERE seller_id = $1",
                shop.seller().id());
    }

    @Test
    void noPageTakesAReservedAddress() {
        assertThat(shop.page("{'name': 'Portal', 'productData': {'title': 'A', 'prices': [{'amount': 1,"
                                + " 'currency': 'eur'}]}}")
                        .path())
                .endsWith("/portal-2");
        String page = "{'name': 'A', 'slug': '%s', 'productData': {'title': 'A', 'prices': [{'amount': 1,"
                + " 'currency': 'eur'}]}}";
        for (String slug : List.of("cart", "checkout", "overdue", "portal", "reminders", "submission")) {
            String body = page.formatted(slug).replace('\'', '"');
            assertThat(shop.seller()
                            .live()
                            .post("/v1/checkout-pages", body)
                            .expect(409)
                            .body())
                    .contains("slug_taken");
        }
    }

    @Test
    void languageOfTheAddressWins() {
        assertThat(ada.browser().get(ada.portal() + "?locale=de-AT").expect(200).html())
                .contains("lang=\"de\"", "Link senden");
        assertThat(ada.browser().get(ada.portal() + "?lang=ar").expect(200).html())
                .contains("dir=\"rtl\"");
    }
}
