package io.tollgate.storefront.portal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Overdue;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** Customers replace the card of a subscription from the portal. */
class PortalCardTest {
    private static final String VISA = "4242424242424242";
    private static final String MASTERCARD = "5555555555554444";

    private final TestShop shop = TestShop.open();
    private final Overdue box = new Overdue(shop);
    private final PortalVisitor ada = PortalVisitor.of(shop, Overdue.EMAIL);

    private String path() {
        return ada.portal() + "/orders/" + box.subscription().get("id").textValue();
    }

    /** Follows the link of the portal to the signed address. */
    private String cardPath(String order) {
        String target = ada.browser().get(order + PortalCard.PATH).expect(303).path();
        return URI.create(target).getPath();
    }

    @Test
    void cardOfAnActiveSubscriptionIsReplacedAndNotCharged() {
        box.subscribe(VISA);
        ada.login();
        assertThat(ada.browser().get(path()).expect(200).html())
                .contains("Change your card")
                .doesNotContain("Payment due");
        String path = cardPath(path());
        Shown page = ada.browser().get(path).expect(200);
        assertThat(page.html())
                .contains("Change your card", "VISA •••• 4242", "Save this card", "Nothing is charged today")
                .doesNotContain("Payment due", "Since");
        assertThat(ada.browser().payFrom(page, MASTERCARD)).isEqualTo("succeeded");
        assertThat(ada.browser().get(path + "/saved").expect(200).html()).contains("MASTERCARD •••• 4444", "Box");
        assertThat(shop.settles(() -> box.subscription()
                        .at("/paymentMethod/last4")
                        .textValue()
                        .equals("4444")))
                .isTrue();
        assertThat(box.subscription().get("status").textValue()).isEqualTo("active");
        assertThat(box.charges()).isEqualTo(1);
    }

    @Test
    void cardThatWasNotSavedChangesNothing() {
        box.subscribe(VISA);
        ada.login();
        String path = cardPath(path());
        ada.browser().get(path).expect(200);
        assertThat(ada.browser().get(path + "/saved").expect(200).html()).contains("VISA •••• 4242");
        assertThat(box.subscription().at("/paymentMethod/last4").textValue()).isEqualTo("4242");
    }

    @Test
    void customerPaysWhatIsDue() {
        box.fail(Overdue.WITHOUT_FUNDS);
        ada.login();
        assertThat(ada.browser().get(path()).expect(200).html())
                .contains("Payment due")
                .doesNotContain("Change your card");
        String path = cardPath(path());
        Shown page = ada.browser().get(path).expect(200);
        assertThat(page.html()).contains("Payment due", "€10.00", "Since");
        assertThat(ada.browser().payFrom(page, MASTERCARD)).isEqualTo("succeeded");
        ada.browser().get(path + "/saved").expect(200);
        assertThat(shop.settles(() -> box.status().equals("active"))).isTrue();
        assertThat(box.charges()).isEqualTo(2);
    }

    @Test
    void nobodyElseGetsTheLink() {
        box.subscribe(VISA);
        String path = path() + PortalCard.PATH;
        assertThat(ada.browser().get(path).expect(303).path()).isEqualTo(ada.portal());
        new Buyer(shop.gateway().url(), "eve@example.com")
                .order(shop.product(0).path())
                .expect(303);
        PortalVisitor eve = PortalVisitor.of(shop, "eve@example.com");
        eve.login();
        eve.browser().get(path).expect(404);
    }

    @Test
    void endedSubscriptionsAndPaymentsHaveNoCard() {
        box.subscribe(VISA);
        ada.browser().order(shop.product(0).path()).expect(303);
        ada.login();
        String payment = shop.seller()
                .live()
                .get("/v1/payments")
                .expect(200)
                .json()
                .at("/data/0/id")
                .textValue();
        ada.browser().get(ada.portal() + "/orders/" + payment + PortalCard.PATH).expect(404);
        String id = box.subscription().get("id").textValue();
        shop.seller()
                .live()
                .post("/v1/subscriptions/" + id + "/cancel", "{\"cancelImmediately\": true}")
                .expect(200);
        assertThat(ada.browser().get(path()).expect(200).html()).doesNotContain("Change your card");
        ada.browser().get(path() + PortalCard.PATH).expect(404);
    }

    /** The link to the page of what is due is signed, and has the time of its mode as well. */
    @Test
    void linkOfTestModeExpiresByTheTestClock() {
        Shelf club = shop.page("{'name': 'Club', 'locale': 'en-US', 'testmode': true, 'productData': {'title': 'Club',"
                + " 'prices': [{'amount': 1000, 'currency': 'eur', 'recurring': {'interval': 'month',"
                + " 'intervalCount': 1}}]}}");
        Shown order = ada.browser().order(club.path()).expect(303);
        assertThat(ada.browser().pay(order.path(), VISA)).isEqualTo("succeeded");
        ada.browser().comeBack(order.path());
        PortalVisitor test = PortalVisitor.of(shop, Overdue.EMAIL, ada.portal() + "/test");
        test.login();
        String id = shop.seller()
                .test()
                .get("/v1/subscriptions")
                .expect(200)
                .json()
                .at("/data/0/id")
                .textValue();
        String path = URI.create(test.browser()
                        .get(test.portal() + "/orders/" + id + PortalCard.PATH)
                        .expect(303)
                        .path())
                .getPath();
        assertThat(test.browser().get(path).expect(200).html()).contains("Change your card");
        shop.seller().test().post("/v1/test-clock", "{\"advance\": \"PT2H\"}").expect(200);
        assertThat(test.browser().get(path).html()).contains("This link has expired");
    }
}
