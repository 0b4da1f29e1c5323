package io.tollgate.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.stripe.StripeClient;
import com.stripe.exception.StripeException;
import com.stripe.model.tax.Calculation;
import com.stripe.model.tax.Transaction;
import com.stripe.net.RequestOptions;
import com.stripe.param.tax.CalculationCreateParams;
import com.stripe.param.tax.CalculationCreateParams.CustomerDetails;
import com.stripe.param.tax.CalculationCreateParams.LineItem;
import com.stripe.param.tax.TransactionCreateFromCalculationParams;
import com.stripe.param.tax.TransactionCreateReversalParams;
import com.stripe.service.V1Services;
import io.tollgate.platform.clock.Clock;
import io.tollgate.pricing.TaxCalculation;
import io.tollgate.simulator.SimulatorVerticle;
import io.tollgate.support.FreePort;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The simulator calculates and records taxes for Stripe's SDK like the real service. */
class SimulatedTaxTest {
    private final Vertx vertx = Vertx.vertx();
    private final AccountKeys keys = new AccountKeys(TestGateway.secrets());
    private final TestSeller seller = TestGateway.shared().seller();
    private int port;

    @BeforeEach
    void start() {
        port = FreePort.find();
        var settings = TestSettings.database(
                TestDatabase.url(),
                "transactionPool=4",
                "queueMax=256",
                "connectTimeoutMillis=1000",
                "queryTimeoutMillis=2500",
                "statementTimeoutMillis=2000",
                "breakerFailures=5");
        TestSeller.await(vertx.deployVerticle(new SimulatorVerticle(settings, keys, Clock.SYSTEM, "127.0.0.1", port)));
    }

    @AfterEach
    void stop() {
        TestSeller.await(vertx.close());
    }

    private String url() {
        return "http://127.0.0.1:" + port;
    }

    private V1Services client() {
        return StripeClient.builder()
                .setApiKey(keys.simulatedKey(seller.scope(true)))
                .setApiBase(url())
                .setMaxNetworkRetries(0)
                .build()
                .v1();
    }

    private StripeProcessor processor() {
        return new StripeProcessor(url(), keys.simulatedKey(seller.scope(true)), 2_000, 20_000);
    }

    private static TaxableOrder.Address at(String country, String state, String postalCode) {
        return new TaxableOrder.Address(null, null, null, state, postalCode, country, false);
    }

    private static TaxableOrder order(TaxableOrder.Address address, TaxableOrder.Line... lines) {
        return new TaxableOrder("eur", List.of(lines), address);
    }

    private TaxCalculation calculate(TaxableOrder order) {
        return processor().calculateTax(order, "key-" + System.nanoTime());
    }

    private static TaxableOrder.Line line(long amount, boolean inclusive) {
        return new TaxableOrder.Line(amount, 1, inclusive, null);
    }

    @Test
    void countryAndStateDetermineTheTax() {
        assertThat(tax(at("DE", null, null))).isEqualTo("vat 1900 DE null standard_rated");
        assertThat(tax(at("JP", null, null))).isEqualTo("jct 1000 JP null standard_rated");
        assertThat(tax(at("GB", null, "EC1A 1BB"))).isEqualTo("vat 2000 GB null standard_rated");
        assertThat(tax(at("US", "CA", null))).isEqualTo("sales_tax 725 US CA standard_rated");
        assertThat(tax(at("US", null, "10001"))).isEqualTo("sales_tax 400 US NY standard_rated");
        assertThat(tax(at("US", "OR", "97201"))).isEqualTo("sales_tax 0 US OR not_collecting");
        assertThat(tax(at("BR", null, null))).isEqualTo("vat 0 BR null not_collecting");
        assertThat(tax(at("CA", "BC", null))).isEqualTo("gst 500 CA null standard_rated, pst 700 CA BC standard_rated");
    }

    private String tax(TaxableOrder.Address address) {
        List<String> taxes = new ArrayList<>();
        calculate(order(address, line(10_000, false)))
                .entries()
                .forEach(entry -> taxes.add(entry.type() + " " + entry.amount() + " " + entry.country() + " "
                        + entry.state() + " " + entry.reason()));
        return String.join(", ", taxes);
    }

    @Test
    void anAddressThatDoesNotSufficeHasNoTax() {
        assertThat(calculate(order(at("US", null, null), line(100, false)))).isNull();
        assertThat(calculate(order(at("US", "CA", "9"), line(100, false)))).isNull();
        assertThat(calculate(order(at("CA", null, null), line(100, false)))).isNull();
        assertThatThrownBy(() -> client().tax().calculations().create(raw("US", LineItem.TaxBehavior.EXCLUSIVE)))
                .isInstanceOfSatisfying(StripeException.class, failure -> {
                    assertThat(failure.getCode()).isEqualTo("customer_tax_location_invalid");
                    assertThat(failure.getStatusCode()).isEqualTo(400);
                });
    }

    private static CalculationCreateParams raw(String country, LineItem.TaxBehavior behavior) {
        return CalculationCreateParams.builder()
                .setCurrency("eur")
                .setCustomerDetails(CustomerDetails.builder()
                        .setAddress(CustomerDetails.Address.builder()
                                .setCountry(country)
                                .build())
                        .setAddressSource(CustomerDetails.AddressSource.BILLING)
                        .build())
                .addLineItem(LineItem.builder()
                        .setAmount(1_190L)
                        .setReference("one")
                        .setTaxBehavior(behavior)
                        .build())
                .build();
    }

    @Test
    void invalidRequestsAreRejected() {
        assertThatThrownBy(() -> calculate(order(at("DE", null, null), new TaxableOrder.Line(1, 1, true, "books"))))
                .isInstanceOf(ProcessorFailure.class)
                .hasMessageContaining("Invalid tax code");
        assertThatThrownBy(() -> calculate(order(at("XYZ", null, null), line(1, true))))
                .isInstanceOf(ProcessorFailure.class);
        assertThatThrownBy(() -> calculate(order(at("DE", null, null)))).isInstanceOf(ProcessorFailure.class);
    }

    @Test
    void calculationIsStoredAndRepeatedUnderItsKey() throws StripeException {
        CalculationCreateParams params = raw("DE", LineItem.TaxBehavior.INCLUSIVE);
        RequestOptions key =
                RequestOptions.builder().setIdempotencyKey("one-key").build();
        Calculation first = client().tax().calculations().create(params, key);
        assertThat(first.getAmountTotal()).isEqualTo(1_190);
        assertThat(first.getTaxAmountInclusive()).isEqualTo(190);
        assertThat(first.getTaxAmountExclusive()).isZero();
        assertThat(first.getTaxBreakdown().get(0).getTaxableAmount()).isEqualTo(1_000);
        assertThat(first.getLineItems()).isNull();
        assertThat(client().tax().calculations().create(params, key).getId()).isEqualTo(first.getId());
        assertThat(client().tax().calculations().retrieve(first.getId()).getAmountTotal())
                .isEqualTo(1_190);
        assertThat(client().tax().calculations().lineItems().list(first.getId()).getData())
                .singleElement()
                .satisfies(item -> assertThat(item.getAmountTax()).isEqualTo(190));
    }

    @Test
    void calculationBecomesOneTransactionThatIsReversedInParts() throws StripeException {
        TaxCalculation calculation = calculate(order(at("DE", null, null), line(10_000, false)));
        String id = processor().recordTax(calculation.id(), "order-1", "key-1");
        assertThat(processor().recordTax(calculation.id(), "order-1", "key-1")).isEqualTo(id);
        Transaction stored = client().tax().transactions().retrieve(id);
        assertThat(stored.getType()).isEqualTo("transaction");
        assertThat(stored.getReference()).isEqualTo("order-1");
        assertThatThrownBy(() -> client().tax()
                        .transactions()
                        .createFromCalculation(TransactionCreateFromCalculationParams.builder()
                                .setCalculation(calculation.id())
                                .setReference("order-1")
                                .build()))
                .isInstanceOfSatisfying(
                        StripeException.class,
                        failure -> assertThat(failure.getCode()).isEqualTo("resource_already_exists"));
        processor().reverseTax(new TaxReversal(id, "refund-1", 1_900L), "key-2");
        // A second reversal with the reference does nothing, also under another key.
        processor().reverseTax(new TaxReversal(id, "refund-1", 1_900L), "key-3");
        assertThatThrownBy(() -> processor().reverseTax(new TaxReversal(id, "refund-2", 10_001L), "key-4"))
                .isInstanceOf(ProcessorFailure.class);
        processor().reverseTax(new TaxReversal(id, "refund-2", null), "key-5");
        assertThatThrownBy(() -> client().tax()
                        .transactions()
                        .createReversal(TransactionCreateReversalParams.builder()
                                .setOriginalTransaction(id)
                                .setMode(TransactionCreateReversalParams.Mode.FULL)
                                .setReference("refund-3")
                                .build()))
                .isInstanceOf(StripeException.class)
                .hasMessageContaining("already fully reversed");
    }

    @Test
    void taxOfLinesAlwaysSumsToTheTaxOfTheOrder() {
        Random random = new Random(7);
        List<TaxableOrder.Address> places =
                List.of(at("DE", null, null), at("CA", "QC", null), at("US", "CA", null), at("BR", null, null));
        for (int i = 0; i < 40; i++) {
            List<TaxableOrder.Line> lines = new ArrayList<>();
            int count = 1 + random.nextInt(14);
            for (int one = 0; one < count; one++) {
                String code = random.nextInt(4) == 0 ? "txcd_00000000" : null;
                lines.add(new TaxableOrder.Line(1 + random.nextInt(100_000), 1, random.nextBoolean(), code));
            }
            TaxableOrder order = new TaxableOrder("usd", lines, places.get(i % places.size()));
            // The constructor rejects a calculation whose entries do not sum to the tax of its lines.
            TaxCalculation calculation = calculate(order);
            assertThat(calculation.lines()).hasSize(count);
            for (int one = 0; one < count; one++) {
                assertThat(calculation.lines().get(one).amount())
                        .isEqualTo(lines.get(one).amount());
            }
        }
    }
}
