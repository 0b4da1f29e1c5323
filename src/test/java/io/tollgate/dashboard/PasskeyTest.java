package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.accounts.member.Role;
import io.tollgate.platform.clock.Clock;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestGateway;
import io.tollgate.support.VirtualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Passkeys of members. */
class PasskeyTest {
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
    void aPasskeySignsInWithoutAUserName() {
        assertThat(ada.add("Laptop").expect(303).path()).isEqualTo(ada.account() + "?done=added");
        assertThat(team.message("ada")).contains("The passkey", "Laptop", "was added", "127.0.0.1");
        ada.signOut();
        assertThat(ada.visitor().get(team.home()).status()).isEqualTo(303);
        assertThat(ada.signIn().expect(303).path()).isEqualTo("/dashboard");
        assertThat(ada.visitor().get(team.home()).expect(200).html()).contains("Hello, " + address);
        assertThat(ada.visitor().get(ada.account()).html()).contains("Laptop", "last used");
        PasskeyVisitor elsewhere = ada.inNewBrowser();
        elsewhere.signIn().expect(303);
        elsewhere.visitor().get(team.home()).expect(200);
    }

    /** The handle of a person is random, and the same for all of the person's passkeys. */
    @Test
    void handlesAreOfPersonsAndSayNothing() {
        PasskeyVisitor second = ada.withNewKey();
        ada.add("One").expect(303);
        second.add("Two").expect(303);
        assertThat(second.key().handle()).hasSize(32).isEqualTo(ada.key().handle());
        PasskeyVisitor eve = team.member("eve", Role.DOOR);
        eve.add("Three").expect(303);
        assertThat(eve.key().handle()).isNotEqualTo(ada.key().handle());
    }

    @Test
    void aPasskeyIsRenamedAndRemoved() {
        ada.add("Laptop").expect(303);
        String path = ada.account() + "/passkeys/" + PasskeyTeam.passkey(address);
        Map<String, String> form = ada.form(ada.account());
        form.put("name", "<b>Phone");
        ada.visitor().post(path + "/rename", form).expect(303);
        assertThat(ada.visitor().get(ada.account()).html())
                .contains("&lt;b>Phone")
                .doesNotContain("<b>Phone");
        form.put("name", "x".repeat(61));
        ada.visitor().post(path + "/rename", form).expect(422);
        ada.visitor().post(path + "/remove", form).expect(303);
        assertThat(PasskeyTeam.count("member_passkey", address)).isZero();
        ada.inNewBrowser().signIn().expect(422);
        ada.visitor().post(path + "/remove", form).expect(404);
    }

    @Test
    void aPersonHasAtMostTwentyPasskeys() {
        for (int i = 0; i < 19; i++) {
            ada.withNewKey().add("Key " + i).expect(303);
        }
        List<PasskeyVisitor> keys = List.of(ada.withNewKey(), ada.withNewKey(), ada.withNewKey());
        List<Map<String, String>> forms =
                keys.stream().map(key -> key.created("Last")).toList();
        List<Shown> answers =
                Parallel.times(forms.size(), i -> ada.visitor().post(ada.account() + "/passkeys", forms.get(i)));
        assertThat(answers.stream().map(Shown::status)).containsOnlyOnce(303).contains(409);
        assertThat(PasskeyTeam.count("member_passkey", address)).isEqualTo(20);
        assertThat(ada.visitor().get(ada.account()).html()).contains("You have 20 passkeys");
        assertThat(ada.withNewKey().add("More").expect(409).html()).contains("Remove one first");
    }

    @Test
    void changesNeedARecentSignInWhichAPasskeyConfirms() {
        ada.add("Laptop").expect(303);
        Map<String, String> form = ada.form(ada.account());
        CLOCK.advance(Duration.ofMinutes(31));
        for (String path : List.of(
                "/passkeys",
                "/passkeys/options",
                "/passkeys/" + PasskeyTeam.passkey(address) + "/remove",
                "/recovery-codes")) {
            assertThat(ada.visitor()
                            .post(ada.account() + path, form)
                            .expect(403)
                            .html())
                    .as(path)
                    .contains("Confirm that it is you", "Use a passkey");
        }
        assertThat(PasskeyTeam.count("member_passkey", address)).isOne();
        String before = ada.visitor().session();
        String page = team.home() + "/api-keys/new";
        ada.visitor().get(page).expect(403);
        Map<String, String> confirmation = ada.form(ada.account());
        confirmation.putAll(ada.key().get(ada.options(ada.account(), PasskeyVisitor.CONFIRM)));
        confirmation.put("return", "https://evil.example");
        ada.visitor().post(PasskeyVisitor.CONFIRM, confirmation).expect(400);
        confirmation.put("return", page);
        assertThat(ada.visitor()
                        .post(PasskeyVisitor.CONFIRM, confirmation)
                        .expect(303)
                        .path())
                .isEqualTo(page);
        ada.visitor().get(page).expect(200);
        assertThat(ada.visitor().session()).as("a new session").isNotEqualTo(before);
    }
}
