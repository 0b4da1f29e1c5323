package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.webauthn4j.data.attestation.authenticator.AuthenticatorData;
import io.tollgate.accounts.member.Role;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.secret.HashedTokens;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.VirtualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Attacks on passkeys of members. */
class PasskeyAttackTest {
    private static final VirtualClock CLOCK = new VirtualClock(Clock.SYSTEM.now());
    private static final TestGateway GATEWAY = TestGateway.at(CLOCK);

    private final PasskeyTeam team = PasskeyTeam.of(GATEWAY);
    private final String address = team.address("ada");
    private final PasskeyVisitor ada = team.member("ada", Role.OWNER);

    @AfterAll
    static void close() {
        GATEWAY.close();
    }

    @Test
    void aChallengeIsUsedOnce() {
        Map<String, String> form = ada.created("Laptop");
        ada.visitor().post(ada.account() + "/passkeys", form).expect(303);
        assertThat(ada.visitor()
                        .post(ada.account() + "/passkeys", form)
                        .expect(422)
                        .html())
                .contains("took too long");
        assertThat(PasskeyTeam.count("member_passkey", address)).isOne();
        PasskeyVisitor browser = ada.inNewBrowser();
        Map<String, String> signed = browser.signed();
        List<Shown> answers = Parallel.times(4, i -> browser.visitor().post(PasskeyVisitor.SIGN_IN, signed));
        assertThat(answers.stream().map(Shown::status)).containsOnlyOnce(303);
        assertThat(PasskeyTeam.count("member_challenge", address)).isZero();
    }

    @Test
    void aChallengeExpires() {
        ada.add("Laptop").expect(303);
        Map<String, String> second = ada.withNewKey().created("Phone");
        Map<String, String> signed = ada.signed();
        CLOCK.advance(Duration.ofMinutes(5));
        ada.visitor().post(ada.account() + "/passkeys", second).expect(422);
        ada.visitor().post(PasskeyVisitor.SIGN_IN, signed).expect(422);
        assertThat(PasskeyTeam.count("member_passkey", address)).isOne();
    }

    @Test
    void aChallengeBelongsToItsBrowserAndPurpose() {
        ada.add("Laptop").expect(303);
        PasskeyVisitor thief = ada.inNewBrowser();
        Map<String, String> stolen = ada.signed();
        stolen.put("csrf", thief.form("/dashboard/-/recovery").get("csrf"));
        thief.visitor().post(PasskeyVisitor.SIGN_IN, stolen).expect(422);
        Map<String, String> confirmation = ada.form(ada.account());
        confirmation.putAll(ada.key().get(ada.options(ada.account(), PasskeyVisitor.CONFIRM)));
        confirmation.put("csrf", ada.form("/dashboard/-/recovery").get("csrf"));
        ada.visitor().post(PasskeyVisitor.SIGN_IN, confirmation).expect(422);
    }

    @Test
    void answersForOtherOriginsAreRejected() {
        ada.key().origin = "https://evil.example";
        ada.add("Laptop").expect(422);
        assertThat(PasskeyTeam.count("member_passkey", address)).isZero();
        ada.key().origin = "http://localhost:" + GATEWAY.port();
        ada.add("Laptop").expect(303);
        ada.key().origin = "http://localhost:1";
        assertThat(ada.inNewBrowser().signIn().expect(422).html()).contains("not accepted");
    }

    @Test
    void theUserIsVerified() {
        ada.key().flags = AuthenticatorData.BIT_UP;
        ada.add("Without a PIN").expect(422);
        ada.key().flags = AuthenticatorData.BIT_UP | AuthenticatorData.BIT_UV;
        ada.add("Laptop").expect(303);
        ada.key().flags = AuthenticatorData.BIT_UP;
        ada.inNewBrowser().signIn().expect(422);
        ada.key().flags = AuthenticatorData.BIT_UP | AuthenticatorData.BIT_UV;
        ada.inNewBrowser().signIn().expect(303);
    }

    @Test
    void foreignHandlesAndSignaturesAreRejected() {
        ada.add("Laptop").expect(303);
        byte[] own = ada.key().handle();
        PasskeyVisitor eve = team.member("eve", Role.DOOR);
        eve.add("Phone").expect(303);
        ada.key().setHandle(eve.key().handle());
        ada.inNewBrowser().signIn().expect(422);
        ada.key().setHandle(HashedTokens.randomBytes());
        ada.inNewBrowser().signIn().expect(422);
        ada.key().setHandle(new byte[0]);
        ada.inNewBrowser().signIn().expect(422);
        ada.key().setHandle(own);
        ada.key().signsWrong = true;
        ada.inNewBrowser().signIn().expect(422);
        ada.key().signsWrong = false;
        ada.inNewBrowser().signIn().expect(303);
    }

    @Test
    void aCounterThatGoesBackBlocksThePasskey() {
        ada.key().counter = 10;
        ada.add("Laptop").expect(303);
        ada.inNewBrowser().signIn().expect(303);
        ada.key().counter = 5;
        ada.key().signsWrong = true;
        ada.inNewBrowser().signIn().expect(422);
        ada.visitor().get(team.home()).expect(200);
        ada.key().signsWrong = false;
        ada.inNewBrowser().signIn().expect(422);
        assertThat(ada.visitor().get(team.home()).status())
                .as("all sessions end")
                .isEqualTo(303);
        assertThat(PasskeyTeam.count("member_session", address)).isZero();
        ada.key().counter = 100;
        assertThat(ada.inNewBrowser().signIn().status()).as("stays blocked").isEqualTo(422);
        team.signIn(ada.visitor());
        assertThat(ada.visitor().get(ada.account()).html()).contains("Blocked");
        assertThat(TestSeller.rows("SELECT kind FROM member_event WHERE email = $1 ORDER BY created_at, id", address))
                .extracting(row -> row.getString(0))
                .containsExactly("passkey_added", "passkey_blocked");
    }

    @Test
    void passkeysOfOthersCannotBeChanged() {
        ada.add("Laptop").expect(303);
        PasskeyVisitor eve = team.member("eve", Role.MANAGER);
        String path = eve.account() + "/passkeys/" + PasskeyTeam.passkey(address);
        eve.visitor().post(path + "/remove", eve.form(eve.account())).expect(404);
        Map<String, String> form = eve.form(eve.account());
        form.put("name", "Mine");
        eve.visitor().post(path + "/rename", form).expect(404);
        assertThat(ada.visitor().get(ada.account()).html()).contains("Laptop").doesNotContain("Mine");
        assertThat(eve.visitor().get(eve.account()).html()).doesNotContain("Laptop");
    }

    @Test
    void aPasskeyOfAnotherPersonConfirmsNothing() {
        PasskeyVisitor eve = team.member("eve", Role.DOOR);
        eve.add("Phone").expect(303);
        ada.add("Laptop").expect(303);
        Map<String, String> form = ada.form(ada.account());
        form.putAll(eve.key().get(ada.options(ada.account(), PasskeyVisitor.CONFIRM)));
        form.put("return", team.home());
        ada.visitor().post(PasskeyVisitor.CONFIRM, form).expect(422);
    }

    @Test
    void formsOfOtherSitesAreRejected() {
        Map<String, String> form = ada.created("Laptop");
        for (String path : List.of("/passkeys", "/passkeys/options", "/recovery-codes")) {
            ada.visitor()
                    .browser()
                    .post(ada.account() + path, form, "Origin", "https://evil.example")
                    .expect(403);
            ada.visitor().post(ada.account() + path, Map.of()).expect(403);
        }
        for (String path :
                List.of(PasskeyVisitor.SIGN_IN, PasskeyVisitor.SIGN_IN + "/options", PasskeyVisitor.CONFIRM)) {
            ada.visitor()
                    .browser()
                    .post(path, form, "Origin", "https://evil.example")
                    .expect(403);
            ada.visitor().post(path, Map.of()).expect(403);
        }
    }

    @Test
    void malformedAnswersAreRejected() {
        Map<String, String> form = ada.created("Laptop");
        form.put("statement", "AAAA");
        ada.visitor().post(ada.account() + "/passkeys", form).expect(422);
        form = ada.created("Laptop");
        form.put("clientData", "e30");
        ada.visitor().post(ada.account() + "/passkeys", form).expect(422);
        form.put("statement", "?");
        ada.visitor().post(ada.account() + "/passkeys", form).expect(400);
        form.remove("challenge");
        ada.visitor().post(ada.account() + "/passkeys", form).expect(422);
        ada.add("Laptop").expect(303);
        for (String input : List.of("statement", "clientData", "signature", "credentialId")) {
            for (String value : List.of("", "AAAA", "e30")) {
                PasskeyVisitor browser = ada.inNewBrowser();
                Map<String, String> signed = browser.signed();
                signed.put(input, value);
                browser.visitor().post(PasskeyVisitor.SIGN_IN, signed).expect(422);
            }
        }
    }

    @Test
    void passkeysOfAPersonWhoWasRemovedSignNobodyIn() {
        ada.add("Laptop").expect(303);
        PasskeyVisitor browser = ada.inNewBrowser();
        Map<String, String> signed = browser.signed();
        TestSeller.rows("DELETE FROM member WHERE seller_id = $1", team.seller().id());
        browser.visitor().post(PasskeyVisitor.SIGN_IN, signed).expect(422);
        assertThat(PasskeyTeam.count("member_session", address)).isOne();
    }
}
