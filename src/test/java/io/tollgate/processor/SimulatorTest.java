package io.tollgate.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.stripe.StripeClient;
import com.stripe.exception.AuthenticationException;
import com.stripe.exception.IdempotencyException;
import com.stripe.exception.InvalidRequestException;
import com.stripe.exception.StripeException;
import com.stripe.model.Coupon;
import com.stripe.model.Customer;
import com.stripe.model.Subscription;
import com.stripe.model.TaxRate;
import com.stripe.net.RequestOptions;
import com.stripe.param.CouponCreateParams;
import com.stripe.param.CouponUpdateParams;
import com.stripe.param.CustomerCreateParams;
import com.stripe.param.ProductCreateParams;
import com.stripe.param.SubscriptionCreateParams;
import com.stripe.param.SubscriptionUpdateParams;
import com.stripe.param.TaxRateCreateParams;
import com.stripe.param.TaxRateListParams;
import com.stripe.service.V1Services;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.DatabaseSettings;
import io.tollgate.simulator.SimulatorVerticle;
import io.tollgate.support.FreePort;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The simulator responds to Stripe's SDK like the real service, and keeps its objects over a restart. */
class SimulatorTest {
    private static final ProductCreateParams PRODUCT =
            ProductCreateParams.builder().setId("prod_1").setName("Magazine").build();

    private final Vertx vertx = Vertx.vertx();
    private final AccountKeys keys = new AccountKeys(TestGateway.secrets());
    private final TestSeller seller = TestGateway.shared().seller();
    private int port;
    private String deployment;

    @BeforeEach
    void start() {
        port = FreePort.find();
        DatabaseSettings settings = TestSettings.database(
                TestDatabase.url(),
                "transactionPool=4",
                "queueMax=256",
                "connectTimeoutMillis=1000",
                "queryTimeoutMillis=2500",
                "statementTimeoutMillis=2000",
                "breakerFailures=5");
        deployment = TestSeller.await(
                vertx.deployVerticle(new SimulatorVerticle(settings, keys, Clock.SYSTEM, "127.0.0.1", port)));
    }

    @AfterEach
    void stop() {
        TestSeller.await(vertx.close());
    }

    private V1Services client(String key) {
        return StripeClient.builder()
                .setApiKey(key)
                .setApiBase("http://127.0.0.1:" + port)
                .setMaxNetworkRetries(0)
                .build()
                .v1();
    }

    private V1Services client(boolean live) {
        return client(keys.simulatedKey(seller.scope(live)));
    }

    private static RequestOptions key(String key) {
        return RequestOptions.builder().setIdempotencyKey(key).build();
    }

    private static CouponCreateParams coupon(String id) {
        return CouponCreateParams.builder()
                .setId(id)
                .setName("Zehn & mehr")
                .setPercentOff(new BigDecimal("10.5"))
                .setDuration(CouponCreateParams.Duration.ONCE)
                .putMetadata("a b", "c=d&e")
                .build();
    }

    @Test
    void coupons_are_made_changed_and_deleted_in_their_account() throws StripeException, IOException {
        Coupon made = client(true).coupons().create(coupon("ten"));
        assertThat(made.getPercentOff()).isEqualByComparingTo("10.5");
        assertThat(made.getLivemode()).isTrue();
        assertThat(made.getMetadata()).containsEntry("a b", "c=d&e");
        refused("resource_already_exists", () -> client(true).coupons().create(coupon("ten")));
        refused("resource_missing", () -> client(false).coupons().retrieve("ten"));
        TestSeller.await(vertx.undeploy(deployment));
        start();
        assertThat(client(true).coupons().retrieve("ten").getName()).isEqualTo("Zehn & mehr");
        client(true)
                .coupons()
                .update("ten", CouponUpdateParams.builder().setName("Ten").build());
        assertThat(client(true).coupons().retrieve("ten").getName()).isEqualTo("Ten");
        assertThat(client(true).coupons().delete("ten").getDeleted()).isTrue();
        refused("resource_missing", () -> client(true).coupons().delete("ten"));
    }

    @Test
    void what_the_real_service_refuses_is_refused() {
        CouponCreateParams.Builder bare =
                CouponCreateParams.builder().setDuration(CouponCreateParams.Duration.REPEATING);
        refused(
                "parameter_invalid",
                () -> client(true)
                        .coupons()
                        .create(bare.setPercentOff(BigDecimal.TEN).build()));
        refused(
                "parameter_invalid",
                () -> client(true)
                        .coupons()
                        .create(bare.setDurationInMonths(2L).setAmountOff(5L).build()));
        assertThatThrownBy(() -> client("sk_live_none").coupons().retrieve("x"))
                .isInstanceOf(AuthenticationException.class);
        String forged =
                keys.simulatedKey(seller.scope(true)).replaceAll(".$", "").concat("0");
        String other = forged.equals(keys.simulatedKey(seller.scope(true))) ? forged.replaceAll(".$", "1") : forged;
        assertThatThrownBy(() -> client(other).coupons().retrieve("x")).isInstanceOf(AuthenticationException.class);
    }

    @Test
    void one_key_has_one_effect_and_another_request_with_it_is_refused() throws StripeException {
        TaxRateCreateParams rate = TaxRateCreateParams.builder()
                .setDisplayName("VAT")
                .setInclusive(false)
                .setPercentage(BigDecimal.valueOf(21))
                .build();
        TaxRate first = client(true).taxRates().create(rate, key("k"));
        TaxRate again = client(true).taxRates().create(rate, key("k"));
        assertThat(again.getId()).isEqualTo(first.getId());
        assertThatThrownBy(() -> client(true).coupons().create(coupon("x"), key("k")))
                .isInstanceOf(IdempotencyException.class);
        assertThat(client(false).taxRates().create(rate, key("k")).getId()).isNotEqualTo(first.getId());
    }

    @Test
    void lists_of_tax_rates_are_walked_page_by_page() throws StripeException {
        for (int i = 0; i < 5; i++) {
            client(true)
                    .taxRates()
                    .create(TaxRateCreateParams.builder()
                            .setDisplayName("R" + i)
                            .setInclusive(true)
                            .setPercentage(BigDecimal.ONE)
                            .setActive(i != 2)
                            .build());
        }
        List<String> names = new ArrayList<>();
        client(true)
                .taxRates()
                .list(TaxRateListParams.builder().setActive(true).setLimit(2L).build())
                .autoPagingIterable()
                .forEach(rate -> names.add(rate.getDisplayName()));
        assertThat(names).containsExactlyInAnyOrder("R0", "R1", "R3", "R4");
    }

    @Test
    void subscriptions_begin_and_end() throws StripeException {
        Customer customer = client(true)
                .customers()
                .create(CustomerCreateParams.builder()
                        .setEmail("anna@example.com")
                        .setName("Anna")
                        .build());
        assertThat(client(true).customers().retrieve(customer.getId()).getEmail())
                .isEqualTo("anna@example.com");
        refused("resource_missing", () -> client(true).subscriptions().create(order(customer.getId())));
        client(true).products().create(PRODUCT);
        Subscription begun = client(true).subscriptions().create(order(customer.getId()));
        assertThat(begun.getStatus()).isEqualTo("incomplete");
        Subscription ending = client(true)
                .subscriptions()
                .update(
                        begun.getId(),
                        SubscriptionUpdateParams.builder()
                                .setCancelAtPeriodEnd(true)
                                .build());
        assertThat(ending.getCancelAt())
                .isEqualTo(ending.getItems().getData().get(0).getCurrentPeriodEnd());
        refused(
                "parameter_invalid",
                () -> client(true)
                        .subscriptions()
                        .update(
                                begun.getId(),
                                SubscriptionUpdateParams.builder()
                                        .setCancelAt(1L)
                                        .build()));
        assertThat(client(true).subscriptions().cancel(begun.getId()).getStatus())
                .isEqualTo("canceled");
        refused("resource_missing", () -> client(true).subscriptions().cancel(begun.getId()));
        assertThat(client(true).subscriptions().retrieve(begun.getId()).getEndedAt())
                .isNotNull();
        refused("resource_missing", () -> client(true).subscriptions().create(order("cus_none")));
    }

    private static SubscriptionCreateParams order(String customer) {
        return SubscriptionCreateParams.builder()
                .setCustomer(customer)
                .setPaymentBehavior(SubscriptionCreateParams.PaymentBehavior.DEFAULT_INCOMPLETE)
                .setPaymentSettings(SubscriptionCreateParams.PaymentSettings.builder()
                        .setSaveDefaultPaymentMethod(
                                SubscriptionCreateParams.PaymentSettings.SaveDefaultPaymentMethod.ON_SUBSCRIPTION)
                        .build())
                .addItem(SubscriptionCreateParams.Item.builder()
                        .setPriceData(SubscriptionCreateParams.Item.PriceData.builder()
                                .setCurrency("eur")
                                .setProduct("prod_1")
                                .setUnitAmount(900L)
                                .setRecurring(SubscriptionCreateParams.Item.PriceData.Recurring.builder()
                                        .setInterval(SubscriptionCreateParams.Item.PriceData.Recurring.Interval.MONTH)
                                        .build())
                                .build())
                        .build())
                .build();
    }

    private static void refused(String code, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        InvalidRequestException.class,
                        refused -> assertThat(refused.getCode()).isEqualTo(code));
    }
}
