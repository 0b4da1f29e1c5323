package io.tollgate.tools.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.processor.PaymentBalance;
import io.tollgate.processor.Processor;
import io.tollgate.processor.RefundState;
import io.tollgate.tools.demo.Demo;
import io.tollgate.tools.demo.DemoFiles;
import io.tollgate.tools.demo.DemoOptions;
import io.tollgate.tools.demo.Progress;
import io.tollgate.tools.demo.TestDatabase;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A processor that is not simulated is asked about the newest payments, and the report tells of all others. */
class ProcessorAuditTest {
    private static final int LIMIT = 20;

    private static TestDatabase database;

    @BeforeAll
    static void load() throws Exception {
        database = new TestDatabase();
        Instant now = Instant.parse("2026-11-21T00:00:00Z");
        Demo.load(database.jdbcUrl(), new DemoOptions(60, 1, 7, now, 40), DemoFiles.NONE, Progress.SILENT);
        database.run(
                "DELETE FROM processor_account",
                "INSERT INTO processor_account (seller_id, livemode, secret_key, simulated, created_at)"
                        + " SELECT id, true, '\\x01', false, now() FROM seller LIMIT 1");
    }

    @AfterAll
    static void close() {
        database.close();
    }

    /** Asks a processor whose payments are those of the records, except for one change. */
    private static List<String> lines(UnaryOperator<PaymentBalance> change) throws SQLException {
        List<String> lines = new ArrayList<>();
        Findings findings = new Findings();
        ProcessorAudit audit = new ProcessorAudit(findings, LIMIT, lines::add);
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl())) {
            audit.read(new Sql(connection));
            audit.ask((scope, key) -> (Processor) Proxy.newProxyInstance(
                    Processor.class.getClassLoader(),
                    new Class<?>[] {Processor.class},
                    (proxy, method, values) -> change.apply(recorded(connection, (String) values[0]))));
        }
        findings.print(lines::add, false);
        return lines;
    }

    private static PaymentBalance recorded(Connection connection, String payment) throws SQLException {
        long[] received = {0};
        List<RefundState> refunds = new ArrayList<>();
        String charges = "SELECT id, amount_paid, record FROM payment UNION ALL SELECT id, amount_paid, record FROM"
                + " booking UNION ALL SELECT id, (convert_from(record, 'UTF8')::jsonb ->> 'amount')::bigint"
                + " * paid::int, record FROM subscription_payment";
        new Sql(connection)
                .each(
                        "SELECT c.amount_paid, f.processor_refund_id, f.processor_amount FROM (" + charges
                                + ") c LEFT JOIN refund f ON f.charge_id = c.id AND f.status = 'SUCCEEDED'"
                                + " AND f.processor_amount > 0 WHERE convert_from(c.record, 'UTF8')::jsonb"
                                + " ->> 'processorPaymentIntentId' = '" + payment + "'",
                        row -> {
                            received[0] = row.getLong(1);
                            if (row.getString(2) != null) {
                                refunds.add(refund(row.getString(2), row.getLong(3)));
                            }
                        });
        return new PaymentBalance(payment, received[0], refunds, List.of());
    }

    private static RefundState refund(String id, long amount) {
        return new RefundState(id, RefundState.Status.SUCCEEDED, amount, null, null, null, Instant.EPOCH);
    }

    @Test
    void payments_like_the_records_are_right() throws SQLException {
        assertThat(lines(balance -> balance)).singleElement().asString().contains("asked the processor about 20");
    }

    @Test
    void the_report_tells_how_many_were_not_asked_about() throws SQLException {
        assertThat(lines(balance -> balance).get(0)).matches(".*not asked about [1-9]\\d* \\([1-9]\\d* beyond .*");
    }

    @Test
    void another_amount_is_named() throws SQLException {
        List<String> lines =
                lines(one -> new PaymentBalance(one.paymentId(), one.received() + 1, one.refunds(), one.disputes()));
        assertThat(lines.get(1)).startsWith("BAD").contains(ProcessorAudit.PAID);
    }

    @Test
    void a_refund_that_is_not_recorded_is_named() throws SQLException {
        List<String> lines = lines(one -> {
            List<RefundState> refunds = new ArrayList<>(one.refunds());
            refunds.add(refund("re_unknown", 1));
            return new PaymentBalance(one.paymentId(), one.received(), refunds, one.disputes());
        });
        assertThat(lines.get(1)).startsWith("BAD").contains(ProcessorAudit.REFUNDED);
    }
}
