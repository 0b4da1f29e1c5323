package io.tollgate.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.pricing.Interval;
import io.tollgate.processor.CancellationTime.Timing;
import io.tollgate.processor.SubscriptionState.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Renewals, declines and ends of subscriptions over time at the simulator, through the adapter for Stripe. */
class SimulatedRenewalsTest {
    private SubscriptionFixture sim;

    @BeforeEach
    void start() {
        sim = new SubscriptionFixture("2081-01-31T10:00:00Z");
    }

    @AfterEach
    void stop() {
        sim.close();
    }

    private SubscriptionState begin(String card) {
        return sim.begin(sim.terms(), card);
    }

    private SubscriptionState state(SubscriptionState subscription) {
        return sim.processor.subscription(subscription.id());
    }

    @Test
    void a_year_of_renewals_is_charged_at_its_own_times() {
        SubscriptionState begun = begin(SubscriptionFixture.CARD);
        sim.moveTo("2082-01-31T09:59:59Z");
        assertThat(state(begun).status()).isEqualTo(Status.ACTIVE);
        assertThat(sim.dates(begun.id()))
                .containsExactly(
                        "2081-01-31",
                        "2081-02-28",
                        "2081-03-31",
                        "2081-04-30",
                        "2081-05-31",
                        "2081-06-30",
                        "2081-07-31",
                        "2081-08-31",
                        "2081-09-30",
                        "2081-10-31",
                        "2081-11-30",
                        "2081-12-31");
        List<SubscriptionInvoice> invoices = sim.invoices(begun.id());
        assertThat(invoices).allSatisfy(invoice -> {
            assertThat(invoice.status()).isEqualTo(SubscriptionInvoice.Status.PAID);
            assertThat(invoice.amountPaid()).isEqualTo(2_000);
            assertThat(invoice.paidAt()).isEqualTo(invoice.createdAt());
            assertThat(invoice.periodStart()).isEqualTo(invoice.createdAt());
            assertThat(invoice.chargeId()).startsWith("ch_");
        });
        assertThat(invoices)
                .extracting(SubscriptionInvoice::number)
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
        assertThat(invoices.get(1).billingReason()).isEqualTo("subscription_cycle");
        assertThat(sim.charged()).isEqualTo(24_000).isEqualTo(sim.paid(begun.id()));
        // The first invoice was reported a year ago; all renewals ran just now.
        assertThat(sim.events("invoice.paid")).hasSize(11);
        sim.moveTo("2082-01-31T10:00:00Z");
        assertThat(state(begun).times().periodEnd()).isEqualTo("2082-02-28T10:00:00Z");
        assertThat(sim.charged()).isEqualTo(26_000);
    }

    @Test
    void a_plan_is_charged_exactly_as_often_as_agreed() {
        SubscriptionState begun =
                sim.begin(sim.terms(Interval.MONTH, List.of(), null, null, 3), SubscriptionFixture.CARD);
        assertThat(begun.endsAt()).isEqualTo("2081-04-30T10:00:00Z");
        sim.moveTo("2081-04-30T09:59:59Z");
        assertThat(state(begun).status()).isEqualTo(Status.ACTIVE);
        sim.moveTo("2085-01-01T00:00:00Z");
        SubscriptionState ended = state(begun);
        assertThat(ended.status()).isEqualTo(Status.CANCELED);
        assertThat(ended.times().endedAt()).isEqualTo("2081-04-30T10:00:00Z");
        assertThat(sim.dates(begun.id())).containsExactly("2081-01-31", "2081-02-28", "2081-03-31");
        assertThat(sim.charged()).isEqualTo(6_000);
        assertThat(sim.events("customer.subscription.deleted")).hasSize(1);
    }

    @Test
    void the_end_of_a_plan_is_that_of_its_last_period_although_the_processor_created_it_later() {
        SubscriptionTerms terms = sim.terms(Interval.DAY, List.of(), null, null, 5);
        sim.pass(Duration.ofMinutes(7));
        SubscriptionState begun = sim.begin(terms, SubscriptionFixture.CARD);
        assertThat(begun.endsAt()).isEqualTo("2081-02-05T10:07:00Z");
        sim.pass(Duration.ofDays(30));
        assertThat(sim.dates(begun.id())).hasSize(5);
        assertThat(sim.charged()).isEqualTo(10_000);
    }

    @Test
    void a_plan_after_a_trial_counts_from_its_end() {
        Instant trialEnd = Instant.parse("2081-02-14T10:00:00Z");
        SubscriptionState created = sim.create(sim.terms(Interval.MONTH, List.of(), null, trialEnd, 2));
        sim.confirm(created.confirmation(), SubscriptionFixture.CARD);
        sim.moveTo("2082-01-01T00:00:00Z");
        assertThat(state(created).times().endedAt()).isEqualTo("2081-04-14T10:00:00Z");
        assertThat(sim.charged()).isEqualTo(4_000);
    }

    @Test
    void a_declined_renewal_is_tried_again_and_recovers() {
        SubscriptionState begun = begin("4000000000007502");
        sim.moveTo("2081-02-28T10:00:00Z");
        SubscriptionState pastDue = state(begun);
        assertThat(pastDue.status()).isEqualTo(Status.PAST_DUE);
        assertThat(pastDue.latestPayment().decline().code()).isEqualTo("insufficient_funds");
        SubscriptionInvoice open = sim.invoices(begun.id()).get(1);
        assertThat(open.status()).isEqualTo(SubscriptionInvoice.Status.OPEN);
        assertThat(open.attempts()).isEqualTo(1);
        assertThat(open.nextAttemptAt()).isEqualTo("2081-03-03T10:00:00Z");
        sim.moveTo("2081-03-03T10:00:00Z");
        assertThat(state(begun).status()).isEqualTo(Status.ACTIVE);
        SubscriptionInvoice paid = sim.invoices(begun.id()).get(1);
        assertThat(paid.createdAt()).isEqualTo("2081-02-28T10:00:00Z");
        assertThat(paid.paidAt()).isEqualTo("2081-03-03T10:00:00Z");
        assertThat(sim.charged()).isEqualTo(4_000).isEqualTo(sim.paid(begun.id()));
        assertThat(sim.events("invoice."))
                .containsExactlyInAnyOrder("invoice.created", "invoice.payment_failed", "invoice.paid")
                .endsWith("invoice.paid");
    }

    @Test
    void the_last_declined_charge_ends_the_subscription() {
        SubscriptionState begun = begin("4000000000007403");
        sim.moveTo("2081-03-15T09:59:59Z");
        assertThat(state(begun).status()).isEqualTo(Status.PAST_DUE);
        assertThat(sim.invoices(begun.id()).get(1).attempts()).isEqualTo(3);
        assertThat(sim.events("invoice.payment_failed")).hasSize(3);
        sim.moveTo("2082-01-01T00:00:00Z");
        SubscriptionState ended = state(begun);
        assertThat(ended.status()).isEqualTo(Status.CANCELED);
        assertThat(ended.times().endedAt()).isEqualTo("2081-03-15T10:00:00Z");
        List<SubscriptionInvoice> invoices = sim.invoices(begun.id());
        assertThat(invoices).hasSize(2);
        assertThat(invoices.get(1).status()).isEqualTo(SubscriptionInvoice.Status.OPEN);
        assertThat(invoices.get(1).nextAttemptAt()).isNull();
        assertThat(sim.charged()).isEqualTo(2_000).isEqualTo(sim.paid(begun.id()));
    }

    @Test
    void another_card_pays_the_open_invoice() {
        SubscriptionState begun = begin("4000000000007403");
        sim.moveTo("2081-03-01T10:00:00Z");
        assertThat(state(begun).status()).isEqualTo(Status.PAST_DUE);
        String invoice = state(begun).latestInvoiceId();
        PaymentState declined = sim.processor.payInvoice(invoice, "pay-1");
        assertThat(declined.decline().code()).isEqualTo("insufficient_funds");
        SetupState setup = sim.processor.createSetup(begun.customerId(), true, "setup");
        assertThatThrownBy(() -> sim.processor.useSetup(begun.id(), setup.id(), "early"))
                .isInstanceOf(ProcessorFailure.class);
        sim.confirm("setup_intents", setup.clientSecret(), "5555555555554444");
        SubscriptionState changed = sim.processor.useSetup(begun.id(), setup.id(), "use");
        assertThat(changed.method().card().brand()).isEqualTo("mastercard");
        assertThat(sim.processor.payInvoice(invoice, "pay-2").status()).isEqualTo(PaymentState.Status.SUCCEEDED);
        assertThat(sim.processor.payInvoice(invoice, "pay-3").status()).isEqualTo(PaymentState.Status.SUCCEEDED);
        assertThat(state(begun).status()).isEqualTo(Status.ACTIVE);
        sim.moveTo("2081-03-31T10:00:00Z");
        assertThat(state(begun).latestPayment().method().card().last4()).isEqualTo("4444");
        assertThat(sim.charged()).isEqualTo(6_000).isEqualTo(sim.paid(begun.id()));
    }

    @Test
    void a_voided_invoice_is_never_charged() {
        SubscriptionState begun = begin("4000000000007403");
        sim.moveTo("2081-03-01T10:00:00Z");
        UnpaidInvoice unpaid = sim.processor.unpaidInvoices(begun.id()).get(0);
        assertThat(unpaid.amountDue()).isEqualTo(2_000);
        assertThat(sim.processor.voidInvoice(unpaid.id(), "void-1")).isEqualTo(SubscriptionInvoice.Status.VOID);
        assertThat(sim.processor.voidInvoice(unpaid.id(), "void-2")).isEqualTo(SubscriptionInvoice.Status.VOID);
        assertThat(sim.processor.unpaidInvoices(begun.id())).isEmpty();
        assertThat(state(begun).status()).isEqualTo(Status.ACTIVE);
        assertThat(sim.events("invoice.voided")).hasSize(1);
        sim.moveTo("2081-03-20T10:00:00Z");
        assertThat(sim.events("invoice.payment_failed")).hasSize(1);
        String paid = sim.invoices(begun.id()).get(0).id();
        assertThat(sim.processor.voidInvoice(paid, "void-3")).isEqualTo(SubscriptionInvoice.Status.PAID);
    }

    @Test
    void a_renewal_can_need_the_buyer() {
        SubscriptionState created = sim.create(sim.terms());
        sim.confirm(created.confirmation(), "4000002760003184");
        sim.authenticate("payment_intents", created.confirmation().clientSecret(), "succeed");
        sim.moveTo("2081-02-28T10:00:00Z");
        SubscriptionState pastDue = state(created);
        assertThat(pastDue.status()).isEqualTo(Status.PAST_DUE);
        assertThat(pastDue.latestPayment().status()).isEqualTo(PaymentState.Status.REQUIRES_ACTION);
        assertThat(sim.events("invoice.payment_action_required")).hasSize(1);
        sim.authenticate("payment_intents", pastDue.confirmation().clientSecret(), "succeed");
        assertThat(state(created).status()).isEqualTo(Status.ACTIVE);
        assertThat(sim.charged()).isEqualTo(4_000).isEqualTo(sim.paid(created.id()));
    }

    @Test
    void a_saved_card_without_funds_fails_after_the_trial() {
        Instant trialEnd = Instant.parse("2081-02-14T10:00:00Z");
        SubscriptionState created = sim.create(sim.terms(Interval.MONTH, List.of(), null, trialEnd, null));
        assertThat(sim.confirm(created.confirmation(), "4000000000000341").status())
                .isEqualTo(200);
        sim.moveTo("2081-02-14T10:00:00Z");
        assertThat(state(created).status()).isEqualTo(Status.PAST_DUE);
        assertThat(state(created).latestPayment().decline().code()).isEqualTo("generic_decline");
    }

    @Test
    void a_canceled_subscription_is_not_charged_again() {
        SubscriptionState withPeriod = begin(SubscriptionFixture.CARD);
        SubscriptionState atDate = begin(SubscriptionFixture.CARD);
        SubscriptionState now = begin(SubscriptionFixture.CARD);
        SubscriptionState ending =
                sim.processor.cancel(withPeriod.id(), new CancellationTime(Timing.AT_PERIOD_END, null), "period");
        assertThat(ending.endsWithPeriod()).isTrue();
        assertThat(ending.status()).isEqualTo(Status.ACTIVE);
        Instant date = Instant.parse("2081-03-15T00:00:00Z");
        sim.processor.cancel(atDate.id(), new CancellationTime(Timing.AT_DATE, date), "date");
        sim.processor.cancel(now.id(), new CancellationTime(Timing.NOW, null), "now");
        sim.moveTo("2083-01-01T00:00:00Z");
        assertThat(state(withPeriod).times().endedAt()).isEqualTo("2081-02-28T10:00:00Z");
        assertThat(state(atDate).times().endedAt()).isEqualTo(date);
        assertThat(state(now).times().endedAt()).isEqualTo("2081-01-31T10:00:00Z");
        assertThat(sim.dates(withPeriod.id())).hasSize(1);
        assertThat(sim.dates(atDate.id())).hasSize(2);
        assertThat(sim.dates(now.id())).hasSize(1);
        assertThat(sim.charged()).isEqualTo(8_000);
    }

    @Test
    void daily_renewals_of_years_are_caught_up() {
        SubscriptionState begun =
                sim.begin(sim.terms(Interval.DAY, List.of(), null, null, null), SubscriptionFixture.CARD);
        sim.moveTo("2083-01-31T10:00:00Z");
        assertThat(state(begun).times().periodEnd()).isEqualTo("2083-02-01T10:00:00Z");
        assertThat(sim.charged()).isEqualTo(731L * 2_000);
    }
}
