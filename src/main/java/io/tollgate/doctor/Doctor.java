package io.tollgate.doctor;

import io.tollgate.booking.Bookings;
import io.tollgate.customer.Customers;
import io.tollgate.db.PostgresUrl;
import io.tollgate.invoice.Invoices;
import io.tollgate.payment.Payments;
import io.tollgate.resource.Resource;
import io.tollgate.submission.Submissions;
import io.tollgate.subscription.SubscriptionPayments;
import io.tollgate.subscription.Subscriptions;
import io.tollgate.ticket.Tickets;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Consumer;

/** Examines a database: reads all there is in one snapshot, changes nothing, and tells each check in a line. */
public final class Doctor {
    /** Invoices and tickets come before the charges that are compared with them. */
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

    /** @return how many violations were found */
    public static int examine(String jdbcUrl, PrintStream out) throws SQLException {
        return examine(jdbcUrl, out::println);
    }

    /** Takes a {@code postgres://} address as well as one of JDBC. */
    public static int check(String url, Consumer<String> out) {
        try {
            return examine(PostgresUrl.toJdbc(url), out);
        } catch (SQLException e) {
            throw new IllegalStateException("the database cannot be examined: " + e.getMessage(), e);
        }
    }

    private static int examine(String jdbcUrl, Consumer<String> out) throws SQLException {
        Findings findings = new Findings();
        try (Connection connection = DriverManager.getConnection(jdbcUrl)) {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET LOCAL work_mem = '128MB'");
            }
            examine(new Sql(connection), findings);
            connection.rollback();
        }
        int violations = findings.tell(out);
        out.accept(violations == 0 ? "All is well." : violations + " violations.");
        return violations;
    }

    private static void examine(Sql sql, Findings findings) throws SQLException {
        new Accounts(sql, findings).check();
        new Catalogue(sql, findings).check();
        Known known = Known.read(sql, RECORDED);
        References references = new References(known, findings);
        Tally tally = new Tally();
        Links links = new Links(findings);
        Walk walk = new Walk(
                sql,
                findings,
                List.of(new RecordRules(findings), new MoneyRules(findings), references::check, tally, links));
        Cube cube = new Cube(sql, findings);
        for (Resource resource : RECORDED) {
            walk.all(resource);
            cube.check(resource);
        }
        tally.compare(sql, findings);
        links.finish();
        if (findings.anyOf("record is readable")) {
            findings.violation("relations: examined once all records are readable", "not yet");
        } else {
            new Relations(sql, findings).check();
        }
    }
}
