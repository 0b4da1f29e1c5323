package io.tollgate.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.TestSeller;
import io.tollgate.tools.demo.TestDatabase;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Controls of the simulation: each invariant reports what it is there for. A control runs a scenario, breaks a
 * protection or a record afterwards, and undoes that after the check.
 */
@Tag("simulation")
class InvariantControlTest {
    private static final int SCENARIOS_MAX = 400;
    private static final String PAID =
            "SELECT count(*) FROM checkout WHERE :own AND status = 'PAID' AND kind <> 'SUBSCRIPTION'";

    /** Charges of subscriptions and plans that had a trial. */
    private static final String TRIALS = """
            SELECT count(*) FROM simulated_object i JOIN simulated_object s
            ON (s.seller_id, s.livemode, s.kind, s.id)
                = (i.seller_id, i.livemode, 'subscription', i.invoiced_subscription)
            WHERE i.seller_id = :seller AND i.livemode AND i.kind = 'invoice' AND i.object ->> 'status' = 'paid'
              AND (i.object ->> 'amount_paid')::bigint > 0 AND s.object ->> 'trial_end' IS NOT NULL
            """;

    /** The scenarios that have run, by seed. */
    private static final List<ScenarioRun> RUNS = new ArrayList<>();

    /** Of its own, because dropping an index locks the table for all requests of the run. */
    private static TestDatabase database;

    private static Lane lane;

    @BeforeAll
    static void open() throws IOException {
        database = new TestDatabase();
        lane = new Lane(database.url());
    }

    @AfterAll
    static void close() throws IOException {
        lane.close();
        database.close();
    }

    /** Returns a scenario that has what a query counts. */
    private static ScenarioRun with(String count) {
        return with(run -> Integer.parseInt(run.rows().value(count)) > 0);
    }

    private static ScenarioRun with(Predicate<ScenarioRun> condition) {
        for (int i = 0; i < SCENARIOS_MAX; i++) {
            if (i == RUNS.size()) {
                try (ScenarioRun run = new ScenarioRun(lane, i)) {
                    RUNS.add(run.run());
                }
            }
            ScenarioRun run = RUNS.get(i);
            if (condition.test(run)) {
                return run;
            }
        }
        throw new AssertionError("no scenario has what the control needs");
    }

    private static void reports(ScenarioRun run, Invariant invariant, String... sabotage) throws SQLException {
        var connection = run.rows().connection();
        connection.setAutoCommit(false);
        try {
            Arrays.stream(sabotage).forEach(run.rows()::run);
            List<String> violations = invariant.violations(run.rows(), run.sale());
            assertThat(violations).isNotEmpty();
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
        assertThat(invariant.violations(run.rows(), run.sale())).isEmpty();
    }

    private static String moved(String kind, int seconds) {
        return "UPDATE simulated_object SET object = jsonb_set(object, '{created}',"
                + " to_jsonb((object ->> 'created')::bigint + " + seconds + ")) WHERE :own AND kind = '" + kind + "'";
    }

    /** Returns a scenario with a subscription that the seller has canceled, so that it has ended. */
    private static ScenarioRun withCanceled() {
        return with(run -> ObservedSubscription.all(run.rows(), run.sale()).stream()
                .anyMatch(subscription -> subscription.status().equals("canceled")
                        && !subscription.charges().isEmpty()
                        && run.sale().cancellations().stream()
                                .anyMatch(request -> request.subscriptionId().equals(subscription.id())
                                        && request.outcome() == RequestedCancellation.Outcome.CONFIRMED)));
    }

    private static String copied(String kind, String condition) {
        return "INSERT INTO simulated_object (seller_id, livemode, kind, id, object, created_at)"
                + " SELECT seller_id, livemode, kind, id || 'x', object, created_at FROM simulated_object"
                + " WHERE :own AND kind = '" + kind + "' AND " + condition + " LIMIT 1";
    }

    @Test
    void aSecondPaymentOfAnOrder() throws SQLException {
        reports(
                with(PAID),
                Invariant.ONE_CHARGE_FOR_AN_ORDER,
                copied("payment_intent", "object ->> 'status' = 'succeeded'"));
    }

    @Test
    void aSecondChargeOfAPayment() throws SQLException {
        reports(with(PAID), Invariant.ONE_CHARGE_FOR_AN_ORDER, copied("charge", "object ->> 'status' = 'succeeded'"));
    }

    @Test
    void aSecondSubscriptionOfAnOrder() throws SQLException {
        String charged = "object ->> 'trial_end' IS NULL AND id IN (SELECT invoiced_subscription FROM simulated_object"
                + " WHERE :own AND kind = 'invoice' AND object ->> 'status' = 'paid')";
        reports(
                with("SELECT count(*) FROM simulated_object WHERE :own AND kind = 'subscription' AND " + charged),
                Invariant.ONE_CHARGE_FOR_AN_ORDER,
                copied("subscription", charged),
                "INSERT INTO simulated_object (seller_id, livemode, kind, id, object, created_at)"
                        + " SELECT seller_id, livemode, kind, id || 'x', jsonb_set(object, '{simulator_subscription}',"
                        + " to_jsonb(invoiced_subscription || 'x')), created_at FROM simulated_object"
                        + " WHERE :own AND kind = 'invoice' AND object ->> 'status' = 'paid'");
    }

    @Test
    void aChargeOfAnExpiredOrder() throws SQLException {
        reports(
                with(PAID),
                Invariant.NO_CHARGE_WITHOUT_HOLD,
                "UPDATE checkout SET status = 'EXPIRED', charge_id = NULL, order_id = NULL"
                        + " WHERE :own AND status = 'PAID'");
    }

    @Test
    void aReleasedHoldOfAPaidOrder() throws SQLException {
        reports(
                with("SELECT count(*) FROM capacity WHERE seller_id = :seller AND kind = 'product' AND taken > 0"),
                Invariant.NO_CHARGE_WITHOUT_HOLD,
                "UPDATE capacity SET taken = taken - 1 WHERE seller_id = :seller AND kind = 'product' AND taken > 0");
    }

    /** Buyers buy more than there is, because the limit was raised behind the back of the seller. */
    @Test
    void moreSoldThanThereIs() {
        for (long seed = 1; seed < SCENARIOS_MAX; seed++) {
            try (ScenarioRun run = new ScenarioRun(lane, seed)) {
                run.rows()
                        .run("UPDATE capacity SET capacity = 1000 WHERE seller_id = :seller AND capacity IS NOT NULL");
                if (!Invariant.NEVER_OVERSOLD
                        .violations(run.run().rows(), run.sale())
                        .isEmpty()) {
                    return;
                }
            }
        }
        throw new AssertionError("nothing was oversold without a limit");
    }

    @Test
    void aChargeWithoutARecord() throws SQLException {
        reports(
                with(PAID),
                Invariant.RECORDS_EQUAL_PROCESSOR,
                "UPDATE simulated_object SET object = jsonb_set(object, '{amount}', "
                        + "to_jsonb((object ->> 'amount')::bigint + 1))"
                        + " WHERE :own AND kind = 'charge' AND object ->> 'status' = 'succeeded'");
    }

    @Test
    void aRefundThatNeverReachedTheProcessor() throws SQLException {
        reports(
                with("SELECT count(*) FROM refund WHERE :own AND status = 'SUCCEEDED' AND processor_amount > 0"),
                Invariant.RECORDS_EQUAL_PROCESSOR,
                "DELETE FROM simulated_object WHERE :own AND kind = 'refund'");
    }

    @Test
    void aPaymentOfAPlanTooMany() throws SQLException {
        reports(
                with("SELECT count(*) FROM subscription WHERE :own AND status = 'completed'"),
                Invariant.PLAN_CHARGED_EXACTLY,
                copied(
                        "invoice",
                        "(object ->> 'amount_paid')::bigint > 0 AND invoiced_subscription IN (SELECT b.processor_id"
                                + " FROM billed_subscription b JOIN subscription s ON s.seller_id = b.seller_id"
                                + " AND s.livemode = b.livemode AND s.id = b.subscription_id"
                                + " WHERE s.seller_id = :seller AND s.livemode AND s.status = 'completed')"));
    }

    @Test
    void aPaymentOfAPlanTooFew() throws SQLException {
        reports(
                with("SELECT count(*) FROM subscription WHERE :own AND status = 'completed'"),
                Invariant.PLAN_CHARGED_EXACTLY,
                "DELETE FROM simulated_object WHERE :own AND kind = 'invoice' AND object ->> 'status' = 'paid'");
    }

    @Test
    void aSecondAcceptanceOfAnOffer() throws SQLException {
        reports(
                with("SELECT count(*) FROM funnel_run WHERE :own AND outcome = 'ACCEPTED'"),
                Invariant.ONE_ACCEPTANCE_OF_AN_OFFER,
                "DROP INDEX checkout_funnel_run",
                "DROP INDEX checkout_submission",
                "INSERT INTO checkout SELECT (jsonb_populate_record(NULL::checkout, to_jsonb(c) ||"
                        + " jsonb_build_object('id', left(md5(c.id), 24)))).* FROM checkout c"
                        + " WHERE :own AND funnel_run_id IS NOT NULL AND status = 'PAID' LIMIT 1");
    }

    @Test
    void aMissingInvoice() throws SQLException {
        reports(
                with("SELECT CASE WHEN count(*) > 1 THEN 1 ELSE 0 END FROM invoice WHERE :own"),
                Invariant.INVOICES_WITHOUT_GAPS,
                "DELETE FROM invoice WHERE :own AND invoice_number LIKE '%-000001'");
    }

    @Test
    void aChargeInATrial() throws SQLException {
        reports(with(TRIALS), Invariant.CHARGED_WHEN_DUE, moved("charge", -1));
    }

    @Test
    void aChargeOnAnotherDay() throws SQLException {
        reports(with(TRIALS), Invariant.CHARGED_WHEN_DUE, moved("invoice", 86_400));
    }

    @Test
    void aChargeThatWasLeftOut() throws SQLException {
        reports(
                with(TRIALS),
                Invariant.CHARGED_WHEN_DUE,
                "DELETE FROM simulated_object WHERE :own AND kind = 'invoice'");
    }

    @Test
    void aChargeAfterTheCancellation() throws SQLException {
        reports(withCanceled(), Invariant.CANCELED_NEVER_CHARGED, moved("charge", 100 * 86_400));
    }

    @Test
    void aCancellationThatNeverReachedTheProcessor() throws SQLException {
        reports(
                withCanceled(),
                Invariant.CANCELED_NEVER_CHARGED,
                "UPDATE simulated_object SET object = object || '{\"status\": \"active\", \"ended_at\": null}'"
                        + " WHERE :own AND kind = 'subscription' AND object ->> 'status' = 'canceled'");
    }

    @Test
    void aCanceledSubscriptionThatStaysActive() throws SQLException {
        reports(
                withCanceled(),
                Invariant.CANCELED_NEVER_CHARGED,
                "UPDATE subscription SET status = 'active' WHERE :own AND status = 'canceled'");
    }

    /** The processor goes on with what was canceled, behind the back of the gateway, and charges. */
    @Test
    void aRenewalAfterTheCancellation() {
        try (ScenarioRun run = new ScenarioRun(lane, withCanceled().seed())) {
            run.run();
            assertThat(run.violations()).isEmpty();
            run.rows()
                    .run("UPDATE simulated_object"
                            + " SET object = object || '{\"status\": \"active\", \"cancel_at\": null}'"
                            + " WHERE :own AND kind = 'subscription' AND object ->> 'status' = 'canceled'");
            run.rows()
                    .run("INSERT INTO simulated_billing (seller_id, livemode, subscription_id, due_at)"
                            + " SELECT seller_id, livemode, id, created_at FROM simulated_object"
                            + " WHERE :own AND kind = 'subscription' ON CONFLICT DO NOTHING");
            lane.clock().advance(Duration.ofDays(100));
            TestSeller.await(lane.accounts().catchUp(run.rows().scope()));
            assertThat(Invariant.CANCELED_NEVER_CHARGED.violations(run.rows(), run.sale()))
                    .anyMatch(violation -> violation.contains(": charged "));
        }
    }
}
