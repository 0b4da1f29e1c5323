package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.accounts.member.Role;
import io.tollgate.platform.clock.Clock;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.VirtualClock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Signing in to the dashboard by a link, and attacks on it. */
class SignInTest {
    private static final VirtualClock CLOCK = new VirtualClock(Clock.SYSTEM.now());
    private static final TestGateway GATEWAY = TestGateway.at(CLOCK);

    private final TestSeller seller = GATEWAY.seller();
    private final String address = "ada@" + seller.name() + ".example";
    private final DashboardVisitor ada = DashboardVisitor.member(GATEWAY, seller, address, Role.OWNER);
    private final String home = "/dashboard/" + seller.name();

    @AfterAll
    static void close() {
        GATEWAY.close();
    }

    private static long count(String table, String email) {
        return TestSeller.rows("SELECT count(*) FROM " + table + " WHERE email = $1", email)
                .iterator()
                .next()
                .getLong(0);
    }

    private static Shown with(String session, String path) {
        return new Buyer(GATEWAY.url(), "x@example.com").get(path, "Cookie", DashboardVisitor.COOKIE + "=" + session);
    }

    @Test
    void linkSignsInOnce() {
        String link = ada.link(seller);
        assertThat(ada.get(link).expect(200).html()).contains("Continue as", address);
        assertThat(count("member_session", address)).isZero();
        assertThat(ada.use(link).expect(303).path()).isEqualTo("/dashboard");
        assertThat(ada.get("/dashboard").expect(303).path()).isEqualTo(home);
        assertThat(ada.get(home).expect(200).html()).contains("Hello, " + address, "Owner");
        assertThat(ada.use(link).status()).isEqualTo(410);
        DashboardVisitor thief = DashboardVisitor.of(GATEWAY, "thief@example.com");
        assertThat(thief.use(link).status()).isEqualTo(410);
        assertThat(thief.get(home).expect(303).path()).isEqualTo("/dashboard");
    }

    /** The control of the conditional update: without it, several of these sign in. */
    @Test
    void concurrentUsesOfALinkSignInOnce() {
        String link = ada.link(seller);
        List<DashboardVisitor> visitors = List.of("a", "b", "c", "d").stream()
                .map(name -> DashboardVisitor.of(GATEWAY, name + "@example.com"))
                .toList();
        List<Map<String, String>> forms = visitors.stream()
                .map(visitor -> visitor.browser().form(visitor.get(link)))
                .toList();
        List<Shown> answers =
                Parallel.times(visitors.size(), i -> visitors.get(i).post(link, forms.get(i)));
        assertThat(answers.stream().map(Shown::status)).containsOnlyOnce(303);
        assertThat(count("member_session", address)).isEqualTo(1);
    }

    @Test
    void responseDoesNotTellWhoIsAMember() {
        DashboardVisitor nobody = DashboardVisitor.of(GATEWAY, "nobody@" + seller.name() + ".example");
        Shown known = ada.requestLink().expect(303);
        Shown unknown = nobody.requestLink().expect(303);
        assertThat(unknown.path()).isEqualTo(known.path());
        assertThat(nobody.get(unknown.path()).html())
                .isEqualTo(ada.get(known.path()).html());
        assertThat(count("member_link", address)).isOne();
        assertThat(count("member_link", nobody.email())).isOne();
        assertThat(TestSeller.rows(
                        "SELECT recipient FROM mail_message WHERE recipient IN ($1, $2)", address, nobody.email()))
                .hasSize(1);
    }

    @Test
    void addressGetsAFewLinksAnHour() {
        for (int i = 0; i < 8; i++) {
            ada.requestLink().expect(303);
        }
        assertThat(count("member_link", address)).isEqualTo(5);
    }

    @Test
    void capitalsInTheAddressDoNotMatter() {
        Map<String, String> form = ada.browser().form(ada.get("/dashboard"));
        form.put("email", " " + address.toUpperCase(Locale.ROOT) + " ");
        ada.post("/dashboard/-/sign-in", form).expect(303);
        assertThat(count("member_link", address)).isOne();
        form.put("email", "<b>ada");
        assertThat(ada.post("/dashboard/-/sign-in", form).expect(422).html())
                .contains("Enter a valid e-mail address", "&lt;b>ada");
    }

    @Test
    void signOutEndsTheSessionAlsoForThoseWhoCopiedIt() {
        ada.signIn();
        String copied = ada.session();
        assertThat(with(copied, home).status()).isEqualTo(200);
        ada.post("/dashboard/-/sign-out", ada.browser().form(ada.get(home))).expect(303);
        assertThat(with(copied, home).status()).isEqualTo(303);
        assertThat(ada.get(home).status()).isEqualTo(303);
        assertThat(count("member_session", address)).isZero();
    }

    /** A session that an attacker chose never becomes one of the member. */
    @Test
    void signInBeginsANewSession() {
        String chosen = "A".repeat(43);
        assertThat(with(chosen, home).status()).isEqualTo(303);
        String first = ada.signIn().session();
        assertThat(first).isNotEqualTo(chosen);
        assertThat(ada.signIn().session()).isNotEqualTo(first);
        assertThat(with(first, home).status()).isEqualTo(303);
        assertThat(count("member_session", address)).isOne();
    }

    @Test
    void formsOfOtherSitesAreRejected() {
        Map<String, String> entry = ada.browser().form(ada.get("/dashboard"));
        String path = "/dashboard/-/sign-in";
        assertThat(ada.browser()
                        .post(path, entry, "Origin", "https://evil.example")
                        .status())
                .isEqualTo(403);
        assertThat(ada.browser().post(path, entry).status())
                .as("without an origin")
                .isEqualTo(403);
        assertThat(ada.post(path, Map.of("email", address)).status()).isEqualTo(403);
        Map<String, String> foreign =
                ada.browser().form(DashboardVisitor.of(GATEWAY, address).get("/dashboard"));
        assertThat(ada.post("/dashboard/-/sign-in", foreign).status())
                .as("of another browser")
                .isEqualTo(403);
        assertThat(count("member_link", address)).isZero();
        String link = ada.link(seller);
        Map<String, String> form = ada.browser().form(ada.get(link));
        assertThat(ada.browser()
                        .post(link, form, "Origin", "https://evil.example")
                        .status())
                .isEqualTo(403);
        assertThat(ada.post(link, Map.of()).status()).isEqualTo(403);
        assertThat(ada.post(link, form).status()).isEqualTo(303);
        Map<String, String> out = ada.browser().form(ada.get(home));
        assertThat(ada.browser()
                        .post("/dashboard/-/sign-out", out, "Origin", "https://evil.example")
                        .status())
                .isEqualTo(403);
        assertThat(ada.post("/dashboard/-/sign-out", entry).status())
                .as("proof of a guest")
                .isEqualTo(403);
        assertThat(ada.get(home).status()).isEqualTo(200);
    }

    @Test
    void linksAndSessionsExpire() {
        String link = ada.link(seller);
        CLOCK.advance(Duration.ofMinutes(15));
        assertThat(ada.get(link).status()).isEqualTo(410);
        ada.use(ada.link(seller)).expect(303);
        CLOCK.advance(Duration.ofHours(11));
        assertThat(ada.get(home).status()).isEqualTo(200);
        CLOCK.advance(Duration.ofHours(11));
        assertThat(ada.get(home).status()).as("used meanwhile").isEqualTo(200);
        CLOCK.advance(Duration.ofHours(12));
        assertThat(ada.get(home).status()).as("idle").isEqualTo(303);
        ada.use(ada.link(seller)).expect(303);
        for (int hours = 0; hours < 14 * 24 - 8; hours += 8) {
            assertThat(ada.get(home).status()).as("after %d hours", hours).isEqualTo(200);
            CLOCK.advance(Duration.ofHours(8));
        }
        assertThat(ada.get(home).status()).isEqualTo(200);
        CLOCK.advance(Duration.ofHours(8));
        assertThat(ada.get(home).status()).as("after 14 days").isEqualTo(303);
    }

    @Test
    void linkOfAPersonWhoWasRemovedSignsNobodyIn() {
        String link = ada.link(seller);
        TestSeller.rows("DELETE FROM member WHERE seller_id = $1", seller.id());
        assertThat(ada.use(link).status()).isEqualTo(410);
        assertThat(count("member_session", address)).isZero();
    }

    @Test
    void cookieOverHttpsHasThePrefix() {
        assertThat(FormGuard.sessionCookie(true)).startsWith("__Host-");
        TestApi.Reply response = GATEWAY.api(null).get("/dashboard");
        assertThat(response.header("Set-Cookie")).contains("Path=/", "HTTPOnly", "SameSite=Lax");
        assertThat(response.header("Content-Security-Policy")).contains("frame-ancestors 'none'", "default-src 'none'");
        assertThat(response.header("Cache-Control")).isEqualTo("no-store");
    }

    @Test
    void sellerHasOneOwner() {
        assertThatThrownBy(() -> DashboardVisitor.member(GATEWAY, seller, "other@example.com", Role.OWNER))
                .hasMessageContaining("owner");
    }
}
