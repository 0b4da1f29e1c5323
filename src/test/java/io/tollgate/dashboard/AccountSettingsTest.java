package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.accounts.member.Role;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestShop;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The owner says who the seller is; others who may see it change nothing. */
class AccountSettingsTest {
    private final TestShop shop = TestShop.open();
    private final String path = "/dashboard/" + shop.seller().name() + "/account";

    private DashboardVisitor member(Role role) {
        return DashboardVisitor.signedIn(shop, role);
    }

    private JsonNode account() {
        return shop.seller().live().get("/v1/account").expect(200).json();
    }

    private static Map<String, String> form(DashboardVisitor member, String path, Map<String, String> changed) {
        Map<String, String> form =
                new HashMap<>(FilledForm.of(member.get(path).expect(200).html()));
        form.putAll(changed);
        return form;
    }

    @Test
    void ownerChangesAndClearsSettings() {
        DashboardVisitor owner = member(Role.OWNER);
        Map<String, String> changed = Map.of(
                "displayName", "Ada's <b>mugs</b>",
                "email", "shop@example.com",
                "address.line1", "Main Street 1",
                "address.country", "DE",
                "timezone", "Europe/Berlin",
                "sendReminderEmails", "true",
                "saveCustomerContactDetails", "true");
        Shown saved = owner.post(path, form(owner, path, changed)).expect(303);
        JsonNode account = account();
        assertThat(account.get("displayName").textValue()).isEqualTo("Ada's <b>mugs</b>");
        assertThat(account.at("/address/line1").textValue()).isEqualTo("Main Street 1");
        assertThat(account.at("/address/country").textValue()).isEqualTo("DE");
        assertThat(account.get("timezone").textValue()).isEqualTo("Europe/Berlin");
        assertThat(account.get("sendReminderEmails").booleanValue()).isTrue();
        assertThat(owner.get(saved.path()).expect(200).html())
                .contains("Done: saved.", "Main Street 1", "&lt;b&gt;mugs")
                .doesNotContain("<b>mugs");

        Map<String, String> cleared = Map.of("email", "", "address.line1", "", "address.country", "");
        owner.post(path, form(owner, path, cleared)).expect(303);
        assertThat(account().get("email").isNull()).isTrue();
        assertThat(account().get("address").isNull()).isTrue();
        assertThat(account().get("timezone").textValue()).isEqualTo("Europe/Berlin");
    }

    @Test
    void problemsAreNamedAtTheirInputs() {
        DashboardVisitor owner = member(Role.OWNER);
        Map<String, String> wrong = Map.of("email", "nobody", "accentColor", "blue", "taxId", "DE1");
        Shown refused = owner.post(path, form(owner, path, wrong)).expect(400);
        assertThat(refused.html())
                .contains("id=\"error-email\"", "id=\"error-accentColor\"", "value=\"nobody\"", "value=\"DE1\"");
        assertThat(account().get("taxId").isNull()).isTrue();
    }

    @Test
    void othersSeeAndChangeNothing() {
        DashboardVisitor manager = member(Role.MANAGER);
        Shown shown = manager.get(path).expect(200);
        assertThat(shown.html()).contains("Only the owner can change", "disabled");
        Map<String, String> form = form(manager, path, Map.of("displayName", "Mine"));
        manager.post(path, form).expect(403);
        assertThat(account().get("displayName").textValue()).isNotEqualTo("Mine");
        member(Role.DOOR).get(path).expect(403);
        String test = path.replace("/account", "/test/account");
        DashboardVisitor owner = member(Role.OWNER);
        assertThat(owner.get(test).expect(200).html()).contains("in live mode", "disabled");
        owner.post(test, form(owner, path, Map.of("testKeysChangeLive", "true")))
                .expect(403);
        assertThat(account().get("testKeysChangeLive").booleanValue()).isFalse();
    }

    @Test
    void aChangeOfSomebodyElseIsNotOverwrittenUnseen() {
        DashboardVisitor owner = member(Role.OWNER);
        Map<String, String> form = form(owner, path, Map.of("displayName", "Mine"));
        shop.seller()
                .live()
                .patch("/v1/account", "{\"displayName\": \"Theirs\"}")
                .expect(200);
        Shown conflict = owner.post(path, form).expect(412);
        assertThat(conflict.html()).contains("Somebody else has changed the account", "value=\"Mine\"");
        assertThat(account().get("displayName").textValue()).isEqualTo("Theirs");
        Map<String, String> again = new HashMap<>(form);
        again.put("version", FilledForm.of(conflict.html()).get("version"));
        owner.post(path, again).expect(303);
        assertThat(account().get("displayName").textValue()).isEqualTo("Mine");
    }
}
