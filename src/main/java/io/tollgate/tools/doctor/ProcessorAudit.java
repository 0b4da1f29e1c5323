package io.tollgate.tools.doctor;

import io.tollgate.platform.resource.Scope;
import io.tollgate.processor.PaymentBalance;
import io.tollgate.processor.Processor;
import io.tollgate.processor.ProcessorFailure;
import io.tollgate.processor.RefundState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Asks real processors about the newest payments, and compares what they received and refunded with the records. First
 * reads what to ask, so that no call is made in a database transaction.
 */
final class ProcessorAudit {
    static final String PAID = "processor: what was received is recorded (asked)";
    static final String REFUNDED = "processor: refunds are those that are recorded (asked)";
    private static final int PROGRESS_INTERVAL = 100;
    private static final int FAILURES_MAX = 5;

    /** The payments of connected accounts that a processor received. Recorded payments were not made there. */
    private static final String RECEIVED = """
            WITH charge AS (
                SELECT seller_id, livemode, id, created_at, amount_paid, record FROM payment
                UNION ALL SELECT seller_id, livemode, id, created_at, amount_paid, record FROM booking
                UNION ALL SELECT seller_id, livemode, id, created_at, CASE WHEN paid THEN
                    (convert_from(record, 'UTF8')::jsonb ->> 'amount')::bigint ELSE 0 END, record
                FROM subscription_payment
            ), paid AS (
                SELECT c.*, convert_from(record, 'UTF8')::jsonb ->> 'processorPaymentIntentId' AS payment
                FROM charge c JOIN processor_account a USING (seller_id, livemode) WHERE NOT a.simulated
            )
            """;

    private static final String COUNTS = RECEIVED + """
            SELECT seller_id, livemode, count(*) FROM paid WHERE payment IS NOT NULL GROUP BY 1, 2
            """;

    private static final String NEWEST = RECEIVED + """
            SELECT p.seller_id, p.livemode, p.id, p.payment,
                p.amount_paid - coalesce((SELECT sum(r.amount) FROM recorded_payment r
                    WHERE (r.seller_id, r.livemode, r.charge_id) = (p.seller_id, p.livemode, p.id)), 0),
                array(SELECT f.processor_refund_id || ' ' || f.processor_amount FROM refund f
                    WHERE (f.seller_id, f.livemode, f.charge_id) = (p.seller_id, p.livemode, p.id)
                        AND f.status = 'SUCCEEDED' AND f.origin <> 'DISPUTE' AND f.processor_amount > 0 ORDER BY 1)
            FROM paid p WHERE payment IS NOT NULL ORDER BY created_at DESC, id LIMIT %d
            """;

    private final Findings findings;
    private final Consumer<String> out;
    private final List<Account> accounts = new ArrayList<>();
    private final int limit;

    /** Opens an account at its processor. */
    interface Opening {
        Processor open(Scope scope, byte[] sealedKey);
    }

    /** What the records say about one payment. */
    private record Expected(String chargeId, String paymentId, long received, List<String> refunds) {}

    /** @param older the number of payments beyond the limit */
    private record Account(Scope scope, byte[] key, List<Expected> payments, long older) {}

    /** @param limit the most payments to ask about, of all accounts together */
    ProcessorAudit(Findings findings, int limit, Consumer<String> out) {
        this.findings = findings;
        this.out = out;
        this.limit = limit;
    }

    /** Reads the payments to ask about. */
    void read(Sql sql) throws SQLException {
        Map<Scope, List<Expected>> newest = new HashMap<>();
        if (limit > 0) {
            sql.each(
                    NEWEST.formatted(limit),
                    row -> newest.computeIfAbsent(scope(row), any -> new ArrayList<>())
                            .add(new Expected(
                                    row.getString(3), row.getString(4), row.getLong(5), Arrays.asList((String[])
                                            row.getArray(6).getArray()))));
        }
        Map<Scope, Long> all = new HashMap<>();
        sql.each(COUNTS, row -> all.put(scope(row), row.getLong(3)));
        sql.each(
                "SELECT seller_id, livemode, secret_key FROM processor_account WHERE NOT simulated ORDER BY 1, 2",
                row -> {
                    List<Expected> payments = newest.getOrDefault(scope(row), List.of());
                    long older = all.getOrDefault(scope(row), 0L) - payments.size();
                    accounts.add(new Account(scope(row), row.getBytes(3), payments, older));
                });
    }

    private static Scope scope(ResultSet row) throws SQLException {
        return new Scope(row.getString(1), row.getBoolean(2));
    }

    /** Asks the processors. Stops asking about an account after some failed calls, because the next ones would too. */
    void ask(Opening opening) {
        findings.checking(PAID);
        findings.checking(REFUNDED);
        for (Account account : accounts) {
            String name = name(account);
            Processor processor = opening.open(account.scope, account.key);
            int asked = 0;
            int failed = 0;
            String problem = "";
            for (Expected expected : account.payments) {
                if (failed == FAILURES_MAX) {
                    break;
                }
                try {
                    compare(expected, processor.balance(expected.paymentId));
                    asked++;
                } catch (ProcessorFailure failure) {
                    if (failure.kind() == ProcessorFailure.Kind.REFUSED) {
                        findings.violation(PAID, expected.chargeId + " (" + failure.getMessage() + ")");
                        asked++;
                    } else {
                        failed++;
                        problem = ", last failure: " + failure.getMessage();
                    }
                }
                if ((asked + failed) % PROGRESS_INTERVAL == 0) {
                    out.accept("Seller " + name + ": asked about " + asked + " of " + account.payments.size());
                }
            }
            long skipped = account.payments.size() - asked + account.older;
            out.accept("Seller " + name + ": asked the processor about " + asked + " payments, not asked about "
                    + skipped + " (" + account.older + " beyond the limit" + problem + ")");
        }
    }

    /** Prints the number of payments that were not compared with the processor. */
    void report() {
        for (Account account : accounts) {
            long payments = account.payments.size() + account.older;
            if (payments > 0) {
                out.accept("Seller " + name(account) + ": the processor was not asked about " + payments
                        + " payments (option --ask-processor)");
            }
        }
    }

    private static String name(Account account) {
        return account.scope.sellerId() + (account.scope.live() ? ", live" : ", test");
    }

    private void compare(Expected expected, PaymentBalance balance) {
        findings.expect(balance.received() == expected.received, PAID, expected.chargeId);
        List<String> refunds = balance.refunds().stream()
                .filter(refund -> refund.status() == RefundState.Status.SUCCEEDED)
                .map(refund -> refund.id() + " " + refund.amount())
                .sorted()
                .toList();
        findings.expect(refunds.equals(expected.refunds.stream().sorted().toList()), REFUNDED, expected.chargeId);
    }
}
