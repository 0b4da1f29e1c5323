package io.tollgate.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.pricing.Interval;
import io.tollgate.processor.CancellationTime.Timing;
import io.tollgate.processor.SubscriptionState.Confirmation;
import io.tollgate.processor.SubscriptionState.Status;
import io.tollgate.processor.SubscriptionTerms.Discount;
import io.tollgate.processor.SubscriptionTerms.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The beginning and the end of subscriptions at the simulator, through the adapter for Stripe. */
class SimulatedSubscriptionsTest {
    private static final Item SETUP_FEE = new Item("setup", "prod_setup", "Setup fee", 900);

    private SubscriptionFixture sim;

    @BeforeEach
    void start() {
        sim = new SubscriptionFixture("2081-01-31T10:00:00Z");
    }

    @AfterEach
    void stop() {
        sim.close();
    }

    @Test
    void the_first_payment_begins_a_subscription() {
        SubscriptionState created = sim.create(sim.terms(Interval.MONTH, List.of(SETUP_FEE), null, null, null));
        assertThat(created.status()).isEqualTo(Status.INCOMPLETE);
        assertThat(created.confirmation().kind()).isEqualTo(Confirmation.Kind.PAYMENT);
        assertThat(created.confirmation().clientSecret())
                .startsWith(created.confirmation().intentId() + "_secret_");
        assertThat(created.method()).isNull();
        assertThat(created.items())
                .extracting(SubscriptionState.Item::reference)
                .containsExactly("product", "option-1");
        assertThat(created.items()).extracting(SubscriptionState.Item::amount).containsExactly(1_500L, 500L);
        assertThat(sim.confirm(created.confirmation(), SubscriptionFixture.CARD).status())
                .isEqualTo(200);
        SubscriptionState active = sim.processor.subscription(created.id());
        assertThat(active.status()).isEqualTo(Status.ACTIVE);
        assertThat(active.customerId()).startsWith("cus_");
        assertThat(active.confirmation()).isNull();
        assertThat(active.method().card().last4()).isEqualTo("4242");
        assertThat(active.latestPayment().amountReceived()).isEqualTo(2_900);
        assertThat(active.times().periodEnd()).isEqualTo("2081-02-28T10:00:00Z");
        SubscriptionInvoice invoice = sim.invoices(created.id()).get(0);
        assertThat(invoice.number()).isEqualTo(1);
        assertThat(invoice.status()).isEqualTo(SubscriptionInvoice.Status.PAID);
        assertThat(invoice.amount()).isEqualTo(2_900);
        assertThat(invoice.billingReason()).isEqualTo("subscription_create");
        assertThat(invoice.paymentIntentId()).isEqualTo(created.confirmation().intentId());
        assertThat(invoice.chargeId()).isEqualTo(active.latestPayment().chargeId());
        assertThat(invoice.lines()).hasSize(3);
        assertThat(invoice.lines().get(0).subscriptionItemId())
                .isEqualTo(active.items().get(0).id());
        assertThat(invoice.lines().get(2).reference()).isEqualTo("setup");
        assertThat(invoice.lines().get(2).invoiceItemId()).startsWith("ii_");
        assertThat(sim.events("customer."))
                .containsExactlyInAnyOrder("customer.subscription.created", "customer.subscription.updated");
        assertThat(sim.events("invoice.")).containsExactlyInAnyOrder("invoice.created", "invoice.paid");
    }

    @Test
    void a_repeated_call_creates_one_subscription() {
        SubscriptionTerms terms = sim.terms();
        SubscriptionState first = sim.processor.createSubscription(terms, "same");
        assertThat(sim.processor.createSubscription(terms, "same")).isEqualTo(first);
        SubscriptionState other = sim.processor.createSubscription(terms, "other");
        assertThat(other.id()).isNotEqualTo(first.id());
        assertThat(other.customerId()).isNotEqualTo(first.customerId());
    }

    @Test
    void a_known_customer_is_reused_and_an_unknown_one_is_created() {
        SubscriptionState first = sim.create(sim.terms());
        SubscriptionTerms known = with(sim.terms(), first.customerId());
        assertThat(sim.create(known).customerId()).isEqualTo(first.customerId());
        SubscriptionState created = sim.create(with(sim.terms(), "cus_of_another_account"));
        assertThat(created.customerId()).startsWith("cus_").isNotEqualTo("cus_of_another_account");
    }

    private static SubscriptionTerms with(SubscriptionTerms terms, String customerId) {
        return new SubscriptionTerms(
                new PaymentTerms.Saving("maria@example.com", "Maria", customerId),
                terms.currency(),
                terms.cycle(),
                terms.items(),
                terms.oneTimeItems(),
                terms.discount(),
                terms.createdAt(),
                terms.trialEnd(),
                terms.anchorDay(),
                terms.planIterations(),
                terms.description(),
                terms.metadata(),
                terms.cardId(),
                terms.cardOnly());
    }

    @Test
    void a_declined_first_card_can_be_replaced() {
        SubscriptionState created = sim.create(sim.terms());
        SubscriptionFixture.Response declined = sim.confirm(created.confirmation(), "4000000000009995");
        assertThat(declined.json().at("/error/decline_code").textValue()).isEqualTo("insufficient_funds");
        SubscriptionState open = sim.processor.subscription(created.id());
        assertThat(open.status()).isEqualTo(Status.INCOMPLETE);
        assertThat(open.latestPayment().decline().code()).isEqualTo("insufficient_funds");
        assertThat(open.confirmation()).isEqualTo(created.confirmation());
        assertThat(sim.confirm(open.confirmation(), SubscriptionFixture.CARD).status())
                .isEqualTo(200);
        assertThat(sim.processor.subscription(created.id()).status()).isEqualTo(Status.ACTIVE);
        assertThat(sim.charged()).isEqualTo(2_000);
    }

    @Test
    void authentication_precedes_the_first_charge() {
        SubscriptionState created = sim.create(sim.terms());
        String secret = created.confirmation().clientSecret();
        assertThat(sim.confirm(created.confirmation(), "4000002500003155")
                        .json()
                        .get("status")
                        .textValue())
                .isEqualTo("requires_action");
        assertThat(sim.processor.subscription(created.id()).latestPayment().status())
                .isEqualTo(PaymentState.Status.REQUIRES_ACTION);
        assertThat(sim.authenticate("payment_intents", secret, "succeed").status())
                .isEqualTo(200);
        assertThat(sim.processor.subscription(created.id()).status()).isEqualTo(Status.ACTIVE);
    }

    @Test
    void an_unpaid_subscription_expires_after_23_hours() {
        SubscriptionState created = sim.create(sim.terms());
        sim.pass(Duration.ofHours(23).minusSeconds(1));
        assertThat(sim.processor.subscription(created.id()).status()).isEqualTo(Status.INCOMPLETE);
        sim.pass(Duration.ofDays(40));
        SubscriptionState expired = sim.processor.subscription(created.id());
        assertThat(expired.status()).isEqualTo(Status.INCOMPLETE_EXPIRED);
        assertThat(expired.canceled()).isTrue();
        assertThat(expired.times().endedAt()).isEqualTo("2081-02-01T09:00:00Z");
        assertThat(sim.invoices(created.id()).get(0).status()).isEqualTo(SubscriptionInvoice.Status.VOID);
        assertThat(sim.confirm(created.confirmation(), SubscriptionFixture.CARD).status())
                .isEqualTo(400);
        assertThat(sim.charged()).isZero();
    }

    @Test
    void a_subscription_that_was_never_paid_is_canceled_at_once() {
        SubscriptionState created = sim.create(sim.terms());
        CancellationTime now = new CancellationTime(Timing.NOW, null);
        SubscriptionState canceled = sim.processor.cancel(created.id(), now, "cancel");
        assertThat(canceled.canceled()).isTrue();
        assertThat(sim.processor.cancel(created.id(), now, "again").canceled()).isTrue();
        assertThat(sim.processor.payment(created.confirmation().intentId()).status())
                .isEqualTo(PaymentState.Status.CANCELED);
        assertThat(sim.confirm(created.confirmation(), SubscriptionFixture.CARD).status())
                .isEqualTo(400);
    }

    @Test
    void a_trial_saves_the_card_and_charges_it_at_its_end() {
        Instant trialEnd = Instant.parse("2081-02-14T10:00:00Z");
        SubscriptionState created = sim.create(sim.terms(Interval.MONTH, List.of(), null, trialEnd, null));
        assertThat(created.status()).isEqualTo(Status.TRIALING);
        assertThat(created.confirmation().kind()).isEqualTo(Confirmation.Kind.SETUP);
        assertThat(sim.confirm(created.confirmation(), "4000000000000002").status())
                .isEqualTo(402);
        assertThat(sim.processor
                        .setup(created.confirmation().intentId())
                        .decline()
                        .code())
                .isEqualTo("generic_decline");
        assertThat(sim.confirm(created.confirmation(), SubscriptionFixture.CARD).status())
                .isEqualTo(200);
        SetupState setup = sim.processor.setup(created.confirmation().intentId());
        assertThat(setup.status()).isEqualTo(SetupState.Status.SUCCEEDED);
        SubscriptionState trial = sim.processor.useSetup(created.id(), setup.id(), "use");
        assertThat(trial.confirmation()).isNull();
        assertThat(trial.method()).isEqualTo(setup.method());
        sim.moveTo("2081-02-13T10:00:00Z");
        assertThat(sim.processor.subscription(created.id()).status()).isEqualTo(Status.TRIALING);
        assertThat(sim.events("customer.subscription.trial")).hasSize(1);
        assertThat(sim.charged()).isZero();
        sim.moveTo("2081-02-14T10:00:00Z");
        SubscriptionState active = sim.processor.subscription(created.id());
        assertThat(active.status()).isEqualTo(Status.ACTIVE);
        assertThat(active.times().anchor()).isEqualTo(trialEnd);
        assertThat(active.times().periodEnd()).isEqualTo("2081-03-14T10:00:00Z");
        assertThat(sim.charged()).isEqualTo(2_000);
        assertThat(sim.invoices(created.id()))
                .extracting(SubscriptionInvoice::amount)
                .containsExactly(0L, 2_000L);
        assertThat(sim.events("setup_intent.")).contains("setup_intent.succeeded");
    }

    @Test
    void a_setup_fee_is_paid_before_the_trial() {
        Instant trialEnd = Instant.parse("2081-02-14T10:00:00Z");
        SubscriptionState created = sim.create(sim.terms(Interval.MONTH, List.of(SETUP_FEE), null, trialEnd, null));
        assertThat(created.status()).isEqualTo(Status.INCOMPLETE);
        assertThat(created.confirmation().kind()).isEqualTo(Confirmation.Kind.PAYMENT);
        sim.confirm(created.confirmation(), SubscriptionFixture.CARD);
        assertThat(sim.processor.subscription(created.id()).status()).isEqualTo(Status.TRIALING);
        assertThat(sim.charged()).isEqualTo(900);
        sim.moveTo("2081-03-14T10:00:00Z");
        assertThat(sim.invoices(created.id()))
                .extracting(SubscriptionInvoice::amount)
                .containsExactly(900L, 2_000L, 2_000L);
    }

    @Test
    void a_trial_without_a_card_is_past_due_at_its_end() {
        Instant trialEnd = Instant.parse("2081-02-14T10:00:00Z");
        SubscriptionState created = sim.create(sim.terms(Interval.MONTH, List.of(), null, trialEnd, null));
        sim.moveTo("2081-02-14T10:00:00Z");
        assertThat(sim.processor.subscription(created.id()).status()).isEqualTo(Status.PAST_DUE);
        assertThat(sim.charged()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "ONCE, , '1700,2000,2000,2000'",
        "REPEATING, 3, '1700,1700,1700,2000'",
        "FOREVER, , '1700,1700,1700,1700'"
    })
    void a_discount_reduces_some_or_all_periods(Discount.Duration duration, Integer months, String amounts) {
        Discount discount = new Discount("coupon-" + duration, "Spring", 300, duration, months);
        SubscriptionState created = sim.begin(
                sim.terms(Interval.MONTH, List.of(SETUP_FEE), discount, null, null), SubscriptionFixture.CARD);
        sim.moveTo("2081-04-30T10:00:00Z");
        List<String> expected = List.of(amounts.split(","));
        List<Long> recurring = sim.invoices(created.id()).stream()
                .map(invoice -> invoice.number() == 1 ? invoice.amount() - 900 : invoice.amount())
                .toList();
        assertThat(recurring).extracting(String::valueOf).isEqualTo(expected);
    }

    @Test
    void a_discount_of_one_period_survives_a_trial() {
        Discount discount = new Discount("first", "Spring", 300, Discount.Duration.ONCE, null);
        Instant trialEnd = Instant.parse("2081-02-14T10:00:00Z");
        SubscriptionState created = sim.begin(
                sim.terms(Interval.MONTH, List.of(SETUP_FEE), discount, trialEnd, null), SubscriptionFixture.CARD);
        sim.moveTo("2081-03-14T10:00:00Z");
        assertThat(sim.invoices(created.id()))
                .extracting(SubscriptionInvoice::amount)
                .containsExactly(900L, 1_700L, 2_000L);
    }

    @Test
    void a_subscription_without_a_price_begins_with_a_setup() {
        Discount discount = new Discount("free", "Free month", 2_000, Discount.Duration.ONCE, null);
        SubscriptionState created = sim.create(sim.terms(Interval.MONTH, List.of(), discount, null, null));
        assertThat(created.status()).isEqualTo(Status.ACTIVE);
        assertThat(created.confirmation().kind()).isEqualTo(Confirmation.Kind.SETUP);
        sim.confirm(created.confirmation(), SubscriptionFixture.CARD);
        sim.moveTo("2081-02-28T10:00:00Z");
        assertThat(sim.invoices(created.id()))
                .extracting(SubscriptionInvoice::amount)
                .containsExactly(0L, 2_000L);
        assertThat(sim.charged()).isEqualTo(2_000);
    }

    @Test
    void terms_that_the_processor_cannot_bill_are_refused() {
        Instant past = sim.now().minusSeconds(60);
        assertThatThrownBy(() -> sim.create(sim.terms(Interval.MONTH, List.of(), null, past, null)))
                .isInstanceOf(ProcessorFailure.class)
                .hasMessageContaining("in the future");
        assertThatThrownBy(() -> new Discount("c", "n", 1, Discount.Duration.REPEATING, null))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
