package io.tollgate.dashboard;

import static io.tollgate.dashboard.TeamPagesTest.act;
import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.accounts.member.Role;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** API keys in the dashboard. */
class KeyPagesTest {
    private final TestGateway gateway = TestGateway.shared();
    private final TestSeller seller = gateway.seller();
    private final String home = "/dashboard/" + seller.name();
    private final DashboardVisitor owner = DashboardVisitor.member(
                    gateway, seller, "owner@" + seller.name() + ".example", Role.OWNER)
            .signIn();

    @Test
    void aKeyIsShownOnceReplacedAndRevoked() {
        String keys = home + "/api-keys";
        Shown created = act(owner, keys + "/new", Map.of("label", "Shop", "preset", "read"))
                .expect(200);
        Matcher key = Pattern.compile("value=\"(sk_live_[^\"]+)\"").matcher(created.html());
        assertThat(key.find()).isTrue();
        gateway.api(key.group(1)).get("/v1/payments").expect(200);
        assertThat(owner.get(keys).expect(200).html()).contains("Shop").doesNotContain(key.group(1));
        String id = TestSeller.rows("SELECT id FROM api_key WHERE seller_id = $1 AND label = 'Shop'", seller.id())
                .iterator()
                .next()
                .getString(0);
        assertThat(act(owner, keys + "/" + id + "/roll", Map.of("overlapHours", "1"))
                        .expect(200)
                        .html())
                .contains("sk_live_")
                .doesNotContain(key.group(1));
        act(owner, keys + "/" + id + "/revoke", Map.of()).expect(303);
        assertThat(seller.live()
                        .get("/v1/api-keys/" + id)
                        .json()
                        .at("/data/revokedAt")
                        .isNull())
                .isFalse();
        String test = "/dashboard/" + seller.name() + "/test/api-keys/new";
        assertThat(act(owner, test, Map.of("label", "T", "preset", "door"))
                        .expect(200)
                        .html())
                .contains("sk_test_");
    }

    @Test
    void ceilingsAndScopesOfAKeyComeFromTheForm() {
        String keys = home + "/api-keys";
        act(
                        owner,
                        keys + "/new",
                        Map.of(
                                "label", "Agent",
                                "scopes", "refunds:write",
                                "ceilingCurrency", "EUR",
                                "ceilingPerDay", "200.50",
                                "ceilingTickets", "5"))
                .expect(200);
        var key = seller.live().get("/v1/api-keys").json().at("/data/0");
        assertThat(key.at("/scopes/0").asText()).isEqualTo("refunds:write");
        assertThat(key.at("/ceilings/refundAmount/0/perDay").asLong()).isEqualTo(20_050);
        assertThat(key.at("/ceilings/complimentaryTickets").asLong()).isEqualTo(5);
        String edit = keys + "/" + key.get("id").textValue() + "/edit";
        Map<String, String> form = new HashMap<>(owner.browser().form(owner.get(edit)));
        form.remove("scopes");
        assertThat(owner.post(edit, form).expect(400).html()).contains("Choose at least one");
    }
}
