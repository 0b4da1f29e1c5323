package io.tollgate.storefront.portal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Buyer;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.TestShop;
import org.junit.jupiter.api.Test;

/** The list of purchases says which subscriptions end, and which card each purchase was paid with. */
class PortalListTest {
    private final TestShop shop = TestShop.open();
    private final PortalVisitor ada = PortalVisitor.of(shop, "ada@example.com");

    @Test
    void canceledSubscriptionEndsSoonAndShowsItsCard() {
        String page = shop.page("{'name': 'Box', 'locale': 'en-US', 'productData': {'title': 'Box', 'prices':"
                        + " [{'amount': 2500, 'currency': 'eur', 'recurring': {'interval': 'month',"
                        + " 'intervalCount': 1}}]}}")
                .path();
        Buyer buyer = new Buyer(shop.gateway().url(), "ada@example.com");
        String order = buyer.order(page).expect(303).path();
        assertThat(buyer.pay(order, "4242424242424242")).isEqualTo("succeeded");
        buyer.comeBack(order);
        assertThat(ada.login().html()).contains(">Active<", "VISA •••• 4242").doesNotContain("Ends soon");
        String id = shop.seller()
                .live()
                .get("/v1/subscriptions")
                .expect(200)
                .json()
                .at("/data/0/id")
                .textValue();
        shop.seller()
                .live()
                .post("/v1/subscriptions/" + id + "/cancel", "{\"cancelAtPeriodEnd\": true}")
                .expect(200);
        for (String path : new String[] {ada.portal(), ada.portal() + "/orders/" + id}) {
            assertThat(ada.browser().get(path).expect(200).html())
                    .contains("Ends soon", "VISA •••• 4242")
                    .doesNotContain(">Active<");
        }
    }

    @Test
    void buttonsOfMessagesHaveTheColorOfPages() {
        shop.seller()
                .live()
                .patch("/v1/account", "{\"accentColor\": \"#ffcc00\"}")
                .expect(200);
        canceledSubscriptionEndsSoonAndShowsItsCard();
        String html = new OutboxReader(shop)
                .message("ada@example.com", MailPurpose.PORTAL_LINK)
                .html();
        assertThat(html).contains("background:#ffcc00", "color:#000000 !important");
    }
}
