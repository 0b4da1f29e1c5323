package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Parallel;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Orders of subscriptions and payment plans, from the page to the records that sellers read. */
class SubscriptionPurchaseTest {
    private static final String VISA = "4242424242424242";
    private static final String DECLINED = "4000000000000002";

    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private Shelf page(String price, String product) {
        return shop.page("{'name': 'Box', 'productData': {'title': 'Box', " + product
                + "'prices': [{'amount': 1000, 'currency': 'eur', " + price + "}]}}");
    }

    private Shelf monthly(String recurring) {
        return page("'recurring': {'interval': 'month', 'intervalCount': 1" + recurring + "}", "");
    }

    private Shown subscribe(Shelf shelf, String card) {
        Shown order = ada.order(shelf.path()).expect(303);
        assertThat(ada.pay(order.path(), card)).isEqualTo("succeeded");
        return ada.comeBack(order.path());
    }

    private List<JsonNode> list(String path) {
        JsonNode data = shop.seller().live().get(path).expect(200).json().get("data");
        List<JsonNode> records = new ArrayList<>();
        data.forEach(records::add);
        return records;
    }

    private JsonNode subscription() {
        List<JsonNode> found = list("/v1/subscriptions");
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private List<JsonNode> payments() {
        return list("/v1/subscription-payments");
    }

    private static Instant time(JsonNode record, String name) {
        return Instant.parse(record.get(name).textValue());
    }

    @Test
    void firstPaymentBeginsTheSubscription() {
        Shelf shelf = monthly("");
        assertThat(ada.get(shelf.path()).html()).contains("€10.00 / month", "Due today");
        Shown confirmation = subscribe(shelf, VISA);
        assertThat(confirmation.html()).contains("Thank you for your order");
        JsonNode subscription = subscription();
        assertThat(subscription.get("status").textValue()).isEqualTo("active");
        assertThat(subscription.get("amount").longValue()).isEqualTo(1_000);
        assertThat(subscription.get("customerEmail").textValue()).isEqualTo("ada@example.com");
        assertThat(subscription.at("/paymentMethod/last4").textValue()).isEqualTo("4242");
        assertThat(subscription.get("processorSubscriptionId").textValue()).startsWith("sub_");
        assertThat(subscription.get("processorCustomerId").textValue()).startsWith("cus_");
        assertThat(time(subscription, "currentPeriodEnd"))
                .isEqualTo(time(subscription, "currentPeriodStart")
                        .atZone(ZoneOffset.UTC)
                        .plusMonths(1)
                        .toInstant());
        assertThat(payments()).singleElement().satisfies(payment -> {
            assertThat(payment.get("amount").longValue()).isEqualTo(1_000);
            assertThat(payment.get("paymentStatus").textValue()).isEqualTo("succeeded");
            assertThat(payment.get("billingReason").textValue()).isEqualTo("subscription_create");
            assertThat(payment.get("subscriptionId")).isEqualTo(subscription.get("id"));
        });
        assertThat(list("/v1/payments")).isEmpty();
    }

    @Test
    void setupFeeCouponFeesAndQuantityAreChargedAsShown() {
        shop.seller().live().post("/v1/coupons", """
                {'label': 'Half', 'code': 'HALF', 'percentOff': 50, 'duration': 'once'}
                """.replace('\'', '"')).expect(201);
        Shelf shelf = shop.page("""
                {'name': 'Box', 'showCouponCodeField': true,
                 'fees': [{'name': 'Service', 'percentage': 10}],
                 'productData': {'title': 'Box', 'prices': [{'amount': 1000, 'currency': 'eur', 'setupFee': 300,
                   'recurring': {'interval': 'month', 'intervalCount': 1}}]}}
                """);
        Shown order = ada.order(shelf.path(), Map.of("couponCode", "HALF")).expect(303);
        // half of the first month and the setup fee, both with 10 %
        assertThat(ada.get(order.path()).html()).contains("€8.80");
        assertThat(ada.pay(order.path(), VISA)).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("€11.00 / month");
        JsonNode subscription = subscription();
        assertThat(subscription.get("amount").longValue()).isEqualTo(1_100);
        assertThat(subscription.get("setupFeeTotal").longValue()).isEqualTo(330);
        assertThat(subscription.get("setupFeeInvoiceItemPaid").booleanValue()).isTrue();
        assertThat(subscription.get("setupFeeInvoiceItemId").textValue()).isNotBlank();
        assertThat(payments())
                .singleElement()
                .satisfies(
                        payment -> assertThat(payment.get("amount").longValue()).isEqualTo(880));
    }

    @Test
    void trialSavesTheCardAndChargesNothing() {
        Shelf shelf = monthly(", 'trialPeriodDays': 14");
        Shown order = ada.order(shelf.path()).expect(303);
        assertThat(ada.get(order.path()).html()).contains("Save payment method", "Free until");
        // Nothing begins before the card is saved.
        assertThat(ada.comeBack(order.path()).html()).contains("Save payment method");
        assertThat(list("/v1/subscriptions")).isEmpty();
        assertThat(ada.pay(order.path(), VISA)).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you for your order");
        JsonNode subscription = subscription();
        assertThat(subscription.get("status").textValue()).isEqualTo("trialing");
        assertThat(subscription.get("processorSetupIntentId").textValue()).startsWith("seti_");
        assertThat(time(subscription, "trialEnd"))
                .isEqualTo(time(subscription, "trialStart").plus(Duration.ofDays(14)));
        assertThat(payments()).isEmpty();
    }

    @Test
    void savedCardIsChargedLaterAlsoIfTheProcessorDoesNotUseItByItself() {
        Shelf shelf = shop.page("""
                {'name': 'Box', 'productData': {'title': 'Box simulate:events-never', 'prices': [{'amount': 1000,
                 'currency': 'eur', 'recurring': {'interval': 'month', 'intervalCount': 1, 'trialPeriodDays': 14}}]}}
                """);
        Shown order = ada.order(shelf.path()).expect(303);
        assertThat(ada.pay(order.path(), VISA)).isEqualTo("succeeded");
        TestSeller.rows(
                "UPDATE simulated_object SET object = jsonb_set(object, '{default_payment_method}', 'null')"
                        + " WHERE seller_id = $1 AND kind = 'subscription'",
                shop.seller().id());
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you for your order");
        assertThat(subscription().at("/paymentMethod/last4").textValue()).isEqualTo("4242");
        assertThat(SimulatorState.objects(shop.seller(), true, "subscription"))
                .singleElement()
                .satisfies(billed -> assertThat(
                                billed.get("default_payment_method").textValue())
                        .startsWith("pm_"));
    }

    @Test
    void laterStartIsScheduled() {
        Instant start = Instant.now().plus(Duration.ofDays(40)).truncatedTo(ChronoUnit.DAYS);
        subscribe(monthly(", 'startDate': '" + start + "'"), VISA);
        JsonNode subscription = subscription();
        assertThat(subscription.get("status").textValue()).isEqualTo("scheduled");
        assertThat(time(subscription, "startDate")).isEqualTo(start);
        assertThat(subscription.get("trialEnd").isNull()).isTrue();
    }

    @Test
    void anchorChargesAPartOfTheFirstPeriod() {
        Shelf shelf = monthly(", 'billingCycleAnchorConfig': {'enabled': true, 'dayOfMonth': 1}");
        subscribe(shelf, VISA);
        JsonNode subscription = subscription();
        assertThat(subscription.get("status").textValue()).isEqualTo("active");
        assertThat(time(subscription, "currentPeriodEnd").atZone(ZoneOffset.UTC).getDayOfMonth())
                .isEqualTo(1);
        assertThat(payments())
                .allSatisfy(
                        payment -> assertThat(payment.get("amount").longValue()).isLessThanOrEqualTo(1_000));
    }

    @Test
    void declinedCardBeginsNothingAndCanBeReplaced() {
        Shown order = ada.order(monthly("").path()).expect(303);
        assertThat(ada.pay(order.path(), DECLINED)).isNotEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("The payment was not successful");
        assertThat(list("/v1/subscriptions")).isEmpty();
        assertThat(ada.pay(order.path(), VISA)).isEqualTo("succeeded");
        ada.comeBack(order.path());
        assertThat(subscription().get("status").textValue()).isEqualTo("active");
    }

    @Test
    void beginsOnceHoweverOftenTheBuyerReturns() {
        Shown order = ada.order(monthly("").path()).expect(303);
        ada.pay(order.path(), VISA);
        List<Shown> pages = Parallel.times(8, i -> ada.get(order.path()));
        assertThat(pages).allMatch(page -> page.html().contains("Thank you for your order"));
        subscription();
        assertThat(payments()).hasSize(1);
    }

    @Test
    void planOfOnePaymentIsCompletedAtOnce() {
        Shelf shelf = page("'paymentPlan': {'interval': 'month', 'intervalCount': 1, 'planIterations': 1}", "");
        subscribe(shelf, VISA);
        assertThat(subscription().get("status").textValue()).isEqualTo("completed");
    }

    @Test
    void priceOfAPlanSaysHowManyPaymentsItHas() {
        Shelf shelf = page("'paymentPlan': {'interval': 'month', 'intervalCount': 1, 'planIterations': 6}", "");
        assertThat(ada.get(shelf.path()).html()).contains("6 × €10.00 / month");
    }

    @Test
    void limitAllowsOneSubscriptionPerCustomer() {
        Shelf shelf = page(
                "'recurring': {'interval': 'month', 'intervalCount': 1}", "'limitSubscriptions': {'enabled': true}, ");
        subscribe(shelf, VISA);
        assertThat(ada.order(shelf.path()).expect(409).html()).contains("only once");
        String id = subscription().get("id").textValue();
        shop.seller()
                .live()
                .post("/v1/subscriptions/" + id + "/cancel", "{\"cancelImmediately\": true}")
                .expect(200);
        assertThat(ada.order(shelf.path()).status()).isEqualTo(303);
    }
}
