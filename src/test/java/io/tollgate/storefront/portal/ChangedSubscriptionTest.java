package io.tollgate.storefront.portal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestShop;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The portal shows what a subscription charges after a change of its quantity. */
class ChangedSubscriptionTest {
    private static final Pattern REGULAR = Pattern.compile("€[0-9.,]+ / month");

    private final TestShop shop = TestShop.open();
    private final PortalVisitor ada =
            PortalVisitor.of(shop, "ada@example.com", "/s/" + shop.seller().name() + "/portal/test");

    @Test
    void onlyTheNewAmountIsAnnounced() {
        subscribe();
        ada.login();
        TestApi test = shop.seller().test();
        String id = test.get("/v1/subscriptions")
                .expect(200)
                .json()
                .at("/data/0/id")
                .textValue();
        assertThat(announced(id)).isNotEmpty().allMatch("€10.00 / month"::equals);
        test.post("/v1/subscriptions/" + id + "/update", "{\"quantity\": 3}").expect(200);
        assertThat(announced(id)).isNotEmpty().allMatch("€30.00 / month"::equals);
    }

    private List<String> announced(String id) {
        Shown page = ada.browser().get(ada.portal() + "/orders/" + id).expect(200);
        return REGULAR.matcher(page.html()).results().map(MatchResult::group).toList();
    }

    private void subscribe() {
        String page = shop.page("{'name': 'Box', 'locale': 'en-US', 'testmode': true, 'productData': {'title': 'Box',"
                        + " 'prices': [{'amount': 1000, 'currency': 'eur', 'recurring': {'interval': 'month',"
                        + " 'intervalCount': 1, 'trialPeriodDays': 14}}]}}")
                .path();
        Buyer browser = new Buyer(shop.gateway().url(), ada.email());
        Shown order = browser.order(page).expect(303);
        assertThat(browser.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
        browser.comeBack(order.path());
    }
}
