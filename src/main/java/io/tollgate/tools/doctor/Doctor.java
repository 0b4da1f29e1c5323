package io.tollgate.tools.doctor;

import io.tollgate.accounts.customer.Customers;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.secret.Secrets;
import io.tollgate.processor.AccountKeys;
import io.tollgate.processor.DirectProcessor;
import io.tollgate.processor.ProcessorSettings;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.invoice.Invoices;
import io.tollgate.sales.payment.Payments;
import io.tollgate.sales.submission.Submissions;
import io.tollgate.sales.subscription.SubscriptionPayments;
import io.tollgate.sales.subscription.Subscriptions;
import io.tollgate.sales.ticket.Tickets;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks a database for inconsistencies. Reads everything in one snapshot, changes nothing, and prints one line per
 * check.
 */
public final class Doctor {
    /** Invoices and tickets are scanned before the charges they are compared with. */
    static final List<Resource> RECORDED = List.of(
            Customers.RESOURCE,
            Invoices.RESOURCE,
            Payments.RESOURCE,
            Tickets.RESOURCE,
            Bookings.RESOURCE,
            Subscriptions.RESOURCE,
            SubscriptionPayments.RESOURCE,
            Submissions.RESOURCE);

    private Doctor() {}

    /** @return the number of violations */
    public static int examine(String jdbcUrl, PrintStream out) throws SQLException {
        return examine(jdbcUrl, out::println, Options.VERBOSE);
    }

    /** Checks a database by its {@code postgres://} or JDBC URL. Prints every check; does not decrypt values. */
    public static int check(String url, Consumer<String> out) {
        return check(url, out, Options.VERBOSE);
    }

    /** Checks a database, and asks processors if the options say so. */
    public static int check(String url, Consumer<String> out, Options options) {
        try {
            return examine(PostgresUrl.toJdbc(url), out, options);
        } catch (SQLException e) {
            throw new IllegalStateException("checking the database failed: " + e.getMessage(), e);
        }
    }

    /**
     * What is checked and printed.
     *
     * @param all whether to print checks that pass
     * @param secrets for decrypting values; null if no encrypted values can exist yet
     * @param askAbout the most payments to ask processors about; simulated ones are always compared
     * @param processor the settings of the processor; null if none is asked
     */
    public record Options(
            boolean all,
            @Nullable Secrets secrets,
            int askAbout,
            @Nullable ProcessorSettings processor) {
        static final Options VERBOSE = new Options(true, null, 0, null);
    }

    private static int examine(String jdbcUrl, Consumer<String> out, Options options) throws SQLException {
        Findings findings = new Findings();
        ProcessorAudit audit = new ProcessorAudit(findings, options.askAbout, out);
        try (Connection connection = DriverManager.getConnection(jdbcUrl)) {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET LOCAL work_mem = '128MB'");
            }
            Sql sql = new Sql(connection);
            examine(sql, findings);
            if (options.secrets != null) {
                new SealedValues(sql, findings, options.secrets).check();
            }
            audit.read(sql);
            connection.rollback();
        }
        if (options.secrets != null && options.processor != null && options.askAbout > 0) {
            audit.ask(new DirectProcessor(options.processor, new AccountKeys(options.secrets))::open);
        } else {
            audit.report();
        }
        int violations = findings.print(out, options.all);
        out.accept(
                violations == 0
                        ? "No inconsistencies found: " + findings.checks() + " checks passed."
                        : violations + " violations in " + findings.violated() + " of " + findings.checks()
                                + " checks.");
        return violations;
    }

    /** Applies all rules that need no secrets, in the transaction of a connection. */
    static void examine(Sql sql, Findings findings) throws SQLException {
        new Accounts(sql, findings).check();
        new CatalogRules(sql, findings).check();
        KnownIds known = KnownIds.read(sql, RECORDED);
        ReferenceRules references = new ReferenceRules(known, findings);
        CapacityRules tally = new CapacityRules(sql);
        Links links = new Links(findings);
        RecordScan walk = new RecordScan(
                sql,
                findings,
                List.of(
                        new RecordRules(findings),
                        new MoneyRules(findings),
                        ValueRules.read(sql, findings),
                        references::check,
                        tally,
                        links));
        CountRules cube = new CountRules(sql, findings);
        for (Resource resource : RECORDED) {
            walk.all(resource);
            cube.check(resource);
        }
        tally.compare(sql, findings);
        links.finish();
        if (findings.anyOf("record is readable")) {
            findings.violation("relations: skipped until all records are readable", "skipped");
        } else {
            new Relations(sql, findings).check();
            new EventRelations(sql, findings).check();
            new ErasureRelations(sql, findings).check();
            new WebhookRelations(sql, findings).check();
            new ExportRelations(sql, findings).check();
            new MeasureRelations(sql, findings).check();
        }
    }
}
