package io.tollgate.dashboard;

import static io.tollgate.dashboard.TeamPagesTest.act;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.accounts.member.Role;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestShop;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Members see what a webhook was sent, send it again, and replace its secret. */
class DeliveriesPageTest {
    private static final Pattern FORM = Pattern.compile("action=\"([^\"]+/resend)\"");

    private final TestShop shop = TestShop.open();
    private final TestApi api = shop.seller().live();
    private final DashboardVisitor manager = DashboardVisitor.signedIn(shop, Role.MANAGER);
    private final String webhook = api.post(
                    "/v1/webhooks",
                    "{\"name\": \"Stock\", \"url\": \"https://hooks.example.com/\", \"events\": [\"payment.paid\"]}")
            .expect(201)
            .json()
            .at("/data/id")
            .textValue();
    private final String page = "/dashboard/" + shop.seller().name() + "/webhooks/" + webhook;

    private JsonNode deliveries() {
        return api.get("/v1/webhooks/" + webhook + "/deliveries")
                .expect(200)
                .json()
                .at("/data/deliveries");
    }

    @Test
    void deliveriesAreShownAndSentAgain() {
        act(manager, page + "/test", Map.of()).expect(303);
        assertThat(manager.get(page).expect(200).html()).contains(page + "/deliveries");
        Shown shown = manager.get(page + "/deliveries").expect(200);
        assertThat(shown.html())
                .contains("webhook.test", "Send again", deliveries().at("/0/id").textValue());
        Matcher form = FORM.matcher(shown.html());
        assertThat(form.find()).isTrue();
        Map<String, String> inputs = manager.browser().form(shown);
        Shown again = manager.post(form.group(1), inputs).expect(303);
        assertThat(manager.get(again.path()).expect(200).html()).contains("Done: sent again.");
        manager.post(form.group(1), inputs).expect(303);
        assertThat(deliveries()).as("a double click sends once").hasSize(2);
    }

    @Test
    void deliveriesAreChosenByState() {
        act(manager, page + "/test", Map.of()).expect(303);
        assertThat(manager.get(page + "/deliveries?status=failed").expect(200).html())
                .contains("There are no deliveries.");
        assertThat(manager.get(page + "/deliveries?before=1").expect(200).html())
                .doesNotContain("Send again");
        manager.get(page + "/deliveries?status=none&before=x").expect(200);
        act(manager, page + "/switch", Map.of("status", "inactive")).expect(303);
        assertThat(manager.get(page + "/deliveries").expect(200).html())
                .contains("webhook.test")
                .doesNotContain("Send again");
    }

    @Test
    void secretsAreReplacedAndMissedEventsDelivered() {
        assertThat(act(manager, page + "/rotate", Map.of()).expect(200).html()).contains("whsec_", "Shown once");
        Shown begun = act(manager, page + "/recover", Map.of("since", "2020-01-01T00:00"))
                .expect(303);
        assertThat(manager.get(begun.path()).html()).contains("Done: begun.");
    }

    @Test
    void othersSeeNone() {
        DashboardVisitor support = DashboardVisitor.signedIn(shop, Role.SUPPORT);
        support.get(page + "/deliveries").expect(403);
        manager.get(page.replace(webhook, "f".repeat(24)) + "/deliveries").expect(404);
    }
}
