package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.accounts.member.Role;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.VirtualClock;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Recovery codes of members, and attacks on them. */
class RecoveryCodeTest {
    private static final VirtualClock CLOCK = new VirtualClock(Clock.SYSTEM.now());
    private static final TestGateway GATEWAY = TestGateway.at(CLOCK);
    private static final Pattern CODE = Pattern.compile("\\b[2-9a-z]{4}(-[2-9a-z]{4}){3}\\b");
    private static final String PATH = "/dashboard/-/recovery";

    private final TestSeller seller = GATEWAY.seller();
    private final String address = "ada@" + seller.name() + ".example";
    private final String account = "/dashboard/" + seller.name() + "/sessions";
    private final DashboardVisitor ada =
            DashboardVisitor.member(GATEWAY, seller, address, Role.OWNER).signIn();

    @AfterAll
    static void close() {
        GATEWAY.close();
    }

    private List<String> create() {
        Shown page = ada.post(account + "/recovery-codes", ada.browser().form(ada.get(account)))
                .expect(200);
        String shown = page.html()
                .substring(page.html().indexOf("<textarea"), page.html().indexOf("</textarea>"));
        return CODE.matcher(shown).results().map(MatchResult::group).toList();
    }

    private static Map<String, String> form(DashboardVisitor visitor, String code) {
        Map<String, String> form = new HashMap<>(visitor.browser().form(visitor.get(PATH)));
        form.put("code", code);
        return form;
    }

    private static Shown use(DashboardVisitor visitor, String code) {
        return visitor.post(PATH, form(visitor, code));
    }

    private DashboardVisitor browser() {
        return DashboardVisitor.of(GATEWAY, address);
    }

    @Test
    void eachCodeSignsInOnce() {
        List<String> codes = create();
        assertThat(codes).hasSize(10).doesNotHaveDuplicates();
        assertThat(ada.get(account).html()).contains("10 left").doesNotContain(codes.get(0));
        DashboardVisitor browser = browser();
        assertThat(use(browser, codes.get(0)).expect(303).path()).isEqualTo("/dashboard");
        assertThat(browser.get(account).expect(200).html()).contains("9 left");
        assertThat(use(browser(), codes.get(0)).expect(422).html()).contains("or the code was used");
        String sloppy = " " + codes.get(1).toUpperCase(Locale.ROOT).replace("-", " ") + " ";
        use(browser(), sloppy).expect(303);
        assertThat(TestSeller.rows("SELECT kind, detail FROM member_event WHERE email = $1", address))
                .extracting(row -> row.getString(0) + " " + row.getString(1))
                .containsExactlyInAnyOrder("recovery_codes_created 10", "recovery_code_used 9", "recovery_code_used 8");
    }

    @Test
    void eachUseSendsAMessage() {
        List<String> codes = create();
        TestSeller.rows("DELETE FROM mail_message WHERE recipient = $1", address);
        use(browser(), codes.get(0)).expect(303);
        assertThat(new OutboxReader(new TestShop(GATEWAY, seller))
                        .message(address, MailPurpose.MEMBER_SECURITY)
                        .html())
                .contains("A recovery code was used", "9", "Java-http-client");
    }

    /** The control of the conditional update: without it, several of these sign in. */
    @Test
    void concurrentUsesOfACodeSignInOnce() {
        String code = create().get(0);
        List<DashboardVisitor> browsers = List.of(browser(), browser(), browser(), browser());
        List<Map<String, String>> forms =
                browsers.stream().map(one -> form(one, code)).toList();
        List<Shown> answers = Parallel.times(forms.size(), i -> browsers.get(i).post(PATH, forms.get(i)));
        assertThat(answers.stream().map(Shown::status)).containsOnlyOnce(303);
    }

    @Test
    void newCodesReplaceTheFormer() {
        String old = create().get(0);
        String code = create().get(0);
        use(browser(), old).expect(422);
        use(browser(), code).expect(303);
        List<String> left = create();
        assertThat(ada.get(account).html()).contains("10 left");
        use(browser(), left.get(9)).expect(303);
    }

    @Test
    void onlyHashesAreStored() {
        String code = create().get(0);
        String stored = TestSeller.rows(
                        "SELECT string_agg(c::text, ' ') FROM member_recovery_code c WHERE email = $1", address)
                .iterator()
                .next()
                .getString(0);
        assertThat(stored).doesNotContain(code).doesNotContain(code.replace("-", ""));
    }

    @Test
    void responseDoesNotTellWhoIsAMember() {
        create();
        DashboardVisitor known = browser();
        DashboardVisitor unknown = DashboardVisitor.of(GATEWAY, "nobody@" + seller.name() + ".example");
        String wrong = "2222-2222-2222-2222";
        String one = use(known, wrong).expect(422).html().replace(known.email(), "");
        String other = use(unknown, wrong).expect(422).html().replace(unknown.email(), "");
        assertThat(one.replaceAll("name=\"csrf\" value=\"[^\"]*\"", ""))
                .isEqualTo(other.replaceAll("name=\"csrf\" value=\"[^\"]*\"", ""));
    }

    @Test
    void codesOfOthersDoNotWork() {
        String code = create().get(0);
        String email = "eve@" + seller.name() + ".example";
        DashboardVisitor eve = DashboardVisitor.member(GATEWAY, seller, email, Role.DOOR);
        use(eve, code).expect(422);
        use(browser(), code).expect(303);
    }

    /** A limit by e-mail address would keep the person out. Tries of a network address are limited, like forms. */
    @Test
    void strangersDoNotLockAPersonOut() {
        String code = create().get(0);
        for (int i = 0; i < 20; i++) {
            use(browser(), "2222-2222-2222-22" + (i + 20)).expect(422);
        }
        use(browser(), code).expect(303);
        assertThat(ada.get(account).html()).contains("9 left");
    }

    @Test
    void formsAreChecked() {
        String code = create().get(0);
        DashboardVisitor browser = browser();
        Map<String, String> form = form(browser, code);
        browser.browser().post(PATH, form, "Origin", "https://evil.example").expect(403);
        browser.post(PATH, Map.of("email", address, "code", code)).expect(403);
        use(browser, "").expect(422);
        form.put("email", "ada");
        assertThat(browser.post(PATH, form).expect(422).html()).contains("Enter your e-mail address");
    }
}
