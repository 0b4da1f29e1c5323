package io.tollgate.app.cli;

import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.resource.Scope;
import io.tollgate.processor.ProcessorAccount;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Prints processor accounts, and the payments, subscriptions, invoices and events of the simulator. Prints no key and
 * no personal data.
 */
record ProcessorOverview(String jdbcUrl, PrintWriter out) {
    private static final String OF_SELLER =
            " JOIN seller s ON s.id = %1$s.seller_id WHERE (?::text IS NULL OR s.name = ?)";

    private static final String ACCOUNTS = "SELECT s.name, a.livemode, a.simulated, a.seller_id,"
            + " a.publishable_key IS NOT NULL OR a.simulated, a.webhook_secret IS NOT NULL OR a.simulated"
            + " FROM processor_account a" + OF_SELLER.formatted("a") + " ORDER BY s.name, a.livemode DESC";

    private static final String FAILED_TASKS = "SELECT s.name, t.livemode, t.kind, t.subject_id, t.failed_at,"
            + " t.attempts, t.last_error FROM processor_task t" + OF_SELLER.formatted("t")
            + " AND t.failed_at IS NOT NULL ORDER BY t.failed_at DESC, t.id DESC LIMIT ?";

    private static final String PAYMENTS = "SELECT s.name, o.livemode, o.id, o.object ->> 'status',"
            + " (o.object ->> 'amount')::bigint, (o.object ->> 'amount_received')::bigint, o.object ->> 'currency',"
            + " o.created_at FROM simulated_object o" + OF_SELLER.formatted("o")
            + " AND o.kind = 'payment_intent' ORDER BY o.created_at DESC, o.id DESC LIMIT ?";

    private static final String SUBSCRIPTIONS = "SELECT s.name, o.livemode, o.id, o.object ->> 'status',"
            + " b.due_at, o.created_at FROM simulated_object o"
            + " LEFT JOIN simulated_billing b ON (b.seller_id, b.livemode, b.subscription_id) ="
            + " (o.seller_id, o.livemode, o.id)" + OF_SELLER.formatted("o")
            + " AND o.kind = 'subscription' ORDER BY o.created_at DESC, o.id DESC LIMIT ?";

    private static final String INVOICES = "SELECT s.name, o.livemode, o.id, o.object ->> 'status',"
            + " (o.object ->> 'total')::bigint, (o.object ->> 'amount_paid')::bigint, o.object ->> 'currency',"
            + " o.created_at, o.object ->> 'simulator_subscription', (o.object ->> 'simulator_number')::integer,"
            + " (o.object ->> 'attempt_count')::integer FROM simulated_object o" + OF_SELLER.formatted("o")
            + " AND o.kind = 'invoice' ORDER BY o.created_at DESC, o.id DESC LIMIT ?";

    private static final String EVENTS = "SELECT s.name, e.livemode, e.id, e.type, e.object_id, e.delivery, e.status,"
            + " e.attempts, e.last_status, e.created_at, p.outcome, p.id IS NOT NULL FROM simulated_event e"
            + " LEFT JOIN processor_event p"
            + " ON (p.seller_id, p.livemode, p.id) = (e.seller_id, e.livemode, e.id)" + OF_SELLER.formatted("e")
            + " ORDER BY e.created_at DESC, e.id DESC LIMIT ?";

    /** Prints one row of a result. */
    private interface Line {
        String of(ResultSet row) throws SQLException;
    }

    /** @param seller null for all sellers */
    void print(@Nullable String seller, int limit) {
        try (Connection connection = DriverManager.getConnection(jdbcUrl)) {
            each(connection, "Accounts", ACCOUNTS, seller, null, ProcessorOverview::account);
            each(connection, "Tasks that were given up", FAILED_TASKS, seller, limit, ProcessorOverview::failedTask);
            each(connection, "Payments at the simulator", PAYMENTS, seller, limit, ProcessorOverview::payment);
            each(
                    connection,
                    "Subscriptions at the simulator",
                    SUBSCRIPTIONS,
                    seller,
                    limit,
                    ProcessorOverview::billing);
            each(connection, "Invoices of the simulator", INVOICES, seller, limit, ProcessorOverview::invoice);
            each(connection, "Events of the simulator", EVENTS, seller, limit, ProcessorOverview::event);
        } catch (SQLException failed) {
            throw new StartRefused("database error: " + StartRefused.reason(failed), failed);
        }
    }

    private void each(
            Connection connection,
            String title,
            String sql,
            @Nullable String seller,
            @Nullable Integer limit,
            Line line)
            throws SQLException {
        out.println(title);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, seller);
            statement.setString(2, seller);
            if (limit != null) {
                statement.setInt(3, limit);
            }
            try (ResultSet rows = statement.executeQuery()) {
                boolean none = true;
                while (rows.next()) {
                    out.println("  " + line.of(rows));
                    none = false;
                }
                if (none) {
                    out.println("  none");
                }
            }
        }
    }

    private static String mode(ResultSet row) throws SQLException {
        return row.getBoolean(2) ? "live" : "test";
    }

    private static String account(ResultSet row) throws SQLException {
        Scope scope = new Scope(row.getString(4), row.getBoolean(2));
        return "%s %s: %s, %s, %s"
                .formatted(
                        row.getString(1),
                        mode(row),
                        row.getBoolean(3) ? "simulator" : "processor",
                        row.getBoolean(5) ? "takes cards" : "takes no cards (no publishable key)",
                        row.getBoolean(6)
                                ? "events at " + ProcessorAccount.eventPath(scope)
                                : "no events (no signing secret)");
    }

    private static String failedTask(ResultSet row) throws SQLException {
        return String.format(
                Locale.ROOT,
                "%s  %s %s  %s of %s, after %d attempts: %s",
                row.getTimestamp(5).toInstant(),
                row.getString(1),
                mode(row),
                row.getString(3),
                row.getString(4),
                row.getInt(6),
                row.getString(7));
    }

    private static String payment(ResultSet row) throws SQLException {
        return String.format(
                Locale.ROOT,
                "%s  %s %s  %s  %-24s %d %s, received %d",
                row.getTimestamp(8).toInstant(),
                row.getString(1),
                mode(row),
                row.getString(3),
                row.getString(4),
                row.getLong(5),
                row.getString(7),
                row.getLong(6));
    }

    private static String billing(ResultSet row) throws SQLException {
        Timestamp due = row.getTimestamp(5);
        return String.format(
                Locale.ROOT,
                "%s  %s %s  %s  %-18s next step %s",
                row.getTimestamp(6).toInstant(),
                row.getString(1),
                mode(row),
                row.getString(3),
                row.getString(4),
                due == null ? "none" : "at " + due.toInstant());
    }

    private static String invoice(ResultSet row) throws SQLException {
        return String.format(
                Locale.ROOT,
                "%s  %s %s  %s  %-6s %d %s, paid %d; number %d of %s, %d attempts",
                row.getTimestamp(8).toInstant(),
                row.getString(1),
                mode(row),
                row.getString(3),
                row.getString(4),
                row.getLong(5),
                row.getString(7),
                row.getLong(6),
                row.getInt(10),
                row.getString(9),
                row.getInt(11));
    }

    private static String event(ResultSet row) throws SQLException {
        String lastStatus = row.getString(9);
        String outcome = row.getString(11);
        return String.format(
                Locale.ROOT,
                "%s  %s %s  %s  %-31s %s  %s, %s after %d attempts (last status %s); Tollgate: %s",
                row.getTimestamp(10).toInstant(),
                row.getString(1),
                mode(row),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getString(6).toLowerCase(Locale.ROOT),
                row.getString(7).toLowerCase(Locale.ROOT),
                row.getInt(8),
                lastStatus == null ? "none" : lastStatus,
                outcome != null ? outcome.toLowerCase(Locale.ROOT) : row.getBoolean(12) ? "received" : "not received");
    }
}
