package io.tollgate.sales.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestShop;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What follows when a subscription ends because its charges fail, and when its payments are refunded. */
class SubscriptionEndTest {
    private static final String BUYER = "ada@example.com";
    private static final String SELLER = "sales@example.com";

    /** The first charge succeeds, and those of the saved card fail. */
    private static final String WITHOUT_FUNDS = "4000000000007403";

    private final TestShop shop = TestShop.open();
    private final TestApi test = shop.seller().test();

    private JsonNode subscription() {
        return test.get("/v1/subscriptions").expect(200).json().at("/data/0");
    }

    private void subscribe(String card) {
        String path = shop.page("""
                {'name': 'Box', 'locale': 'en-US', 'testmode': true, 'notifyEmail': 'sales@example.com',
                 'sendRecurringPaymentFailedNotifications': true, 'sendCanceledSubscriptionNotifications': true,
                 'productData': {'title': 'Box', 'prices': [{'amount': 1000, 'currency': 'eur',
                 'recurring': {'interval': 'month', 'intervalCount': 1}}]}}
                """).path();
        Buyer ada = new Buyer(shop.gateway().url(), BUYER);
        Shown order = ada.order(path).expect(303);
        assertThat(ada.pay(order.path(), card)).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you");
    }

    private List<MailPurpose> mails(String address, MailPurpose purpose) {
        return new OutboxReader(shop)
                .purposes(address).stream().filter(purpose::equals).toList();
    }

    @Test
    void eachFailedAttemptAndTheEndAreTold() {
        subscribe(WITHOUT_FUNDS);
        assertThat(test.post("/v1/test-clock", "{\"advance\": \"P60D\"}")
                        .expect(200)
                        .json()
                        .get("complete")
                        .booleanValue())
                .isTrue();
        assertThat(subscription().get("status").textValue()).isEqualTo("canceled");
        assertThat(mails(BUYER, MailPurpose.SUBSCRIPTION_PAYMENT_FAILED)).hasSize(4);
        assertThat(mails(SELLER, MailPurpose.SUBSCRIPTION_PAYMENT_FAILED_NOTIFICATION))
                .hasSize(4);
        assertThat(mails(BUYER, MailPurpose.SUBSCRIPTION_CANCELED)).hasSize(1);
        assertThat(mails(SELLER, MailPurpose.SUBSCRIPTION_CANCELED_NOTIFICATION))
                .hasSize(1);
        assertThat(new OutboxReader(shop)
                        .message(BUYER, MailPurpose.SUBSCRIPTION_PAYMENT_FAILED)
                        .html())
                .doesNotContain("/overdue/");
    }

    @Test
    void endOfAPeriodThatWasAnnouncedIsNotToldAgain() {
        subscribe("4242424242424242");
        test.post(
                        "/v1/subscriptions/" + subscription().get("id").textValue() + "/cancel",
                        "{\"cancelAtPeriodEnd\": true, \"sendCancellationEmail\": true}")
                .expect(200);
        test.post("/v1/test-clock", "{\"advance\": \"P60D\"}").expect(200);
        assertThat(subscription().get("status").textValue()).isEqualTo("canceled");
        assertThat(mails(BUYER, MailPurpose.SUBSCRIPTION_CANCELED)).hasSize(1);
        assertThat(mails(SELLER, MailPurpose.SUBSCRIPTION_CANCELED_NOTIFICATION))
                .hasSize(1);
    }

    @Test
    void subscriptionShowsTheLastRefundOfItsPayments() {
        subscribe("4242424242424242");
        assertThat(subscription().get("lastRefundAt").isNull()).isTrue();
        String payment = test.get("/v1/subscription-payments").ids().get(0);
        test.post(
                        "/v1/subscription-payments/" + payment + "/refund",
                        "{\"amount\": 300, \"reason\": \"duplicate\", \"reasonNote\": \"Paid twice\"}")
                .expect(200);
        JsonNode refunded = subscription();
        assertThat(refunded.get("lastRefundAt").textValue()).isNotEmpty();
        assertThat(refunded.get("lastRefundReason").textValue()).isEqualTo("duplicate");
        assertThat(refunded.get("lastRefundReasonNote").textValue()).isEqualTo("Paid twice");
        assertThat(refunded.get("status").textValue()).isEqualTo("active");
    }
}
