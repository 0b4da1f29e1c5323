package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.accounts.member.Role;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestShop;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The owner connects the account at the payment processor; others see it at most. */
class ProcessorPageTest {
    private final TestShop shop = TestShop.open();
    private final String home = "/dashboard/" + shop.seller().name();
    private final String page = home + "/processor-account";

    private String status(boolean live) {
        return (live ? shop.seller().live() : shop.seller().test())
                .get("/v1/processor-account")
                .expect(200)
                .json()
                .at("/data/status")
                .textValue();
    }

    private static Map<String, String> form(DashboardVisitor member, String page, Map<String, String> values) {
        Map<String, String> form = new HashMap<>(member.browser().form(member.get(page)));
        form.putAll(values);
        return form;
    }

    @Test
    void theSimulatorIsNamedAndChecked() {
        DashboardVisitor owner = DashboardVisitor.signedIn(shop, Role.OWNER);
        assertThat(owner.get(page).expect(200).html())
                .contains("no money moves", "/processor/" + shop.seller().id() + "-live/events", "sk_live_");
        assertThat(owner.get(page + "?check=1").expect(200).html()).contains("accepts the key");
    }

    @Test
    void wrongKeysStandAtTheirInputsAndAreNotShownAgain() {
        DashboardVisitor owner = DashboardVisitor.signedIn(shop, Role.OWNER);
        Shown refused = owner.post(
                page,
                form(
                        owner,
                        page,
                        Map.of("secretKey", "sk_test_0123456789abcdef", "eventSecret", "topsecret-topsecret")));
        assertThat(refused.expect(400).html())
                .contains("must be a key of live mode", "must have the form whsec_")
                .doesNotContain("0123456789abcdef", "topsecret");
        assertThat(status(true)).isEqualTo("simulated");
    }

    /** No processor listens at the address that tests configure. */
    @Test
    void aProcessorThatDoesNotAnswerConnectsNothing() {
        DashboardVisitor owner = DashboardVisitor.signedIn(shop, Role.OWNER);
        Shown unanswered = owner.post(page, form(owner, page, Map.of("secretKey", "sk_live_0123456789abcdef")));
        assertThat(unanswered.expect(503).html()).contains("role=\"alert\"");
        assertThat(status(true)).isEqualTo("simulated");
    }

    @Test
    void theAccountOfOneModeIsDisconnected() {
        DashboardVisitor owner = DashboardVisitor.signedIn(shop, Role.OWNER);
        String test = home + "/test/processor-account";
        Shown done = owner.post(test + "/disconnect", form(owner, test, Map.of()));
        assertThat(owner.get(done.expect(303).path()).html()).contains("Done: disconnected.", "cannot pay");
        assertThat(status(false)).isEqualTo("none");
        assertThat(status(true)).isEqualTo("simulated");
    }

    @Test
    void onlyTheOwnerConnects() {
        DashboardVisitor manager = DashboardVisitor.signedIn(shop, Role.MANAGER);
        assertThat(manager.get(page).expect(200).html())
                .contains("Only the owner")
                .doesNotContain("<form method=\"post\" action=\"" + page);
        Map<String, String> form = manager.browser().form(manager.get(home + "/sessions"));
        manager.post(page + "/disconnect", form).expect(403);
        DashboardVisitor.signedIn(shop, Role.SUPPORT).get(page).expect(403);
    }
}
