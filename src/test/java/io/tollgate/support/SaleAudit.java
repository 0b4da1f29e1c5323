package io.tollgate.support;

import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.tools.doctor.Doctor;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares the orders of a database with its payments, its stock and the objects of the simulated processor. Call it
 * after every order has ended.
 */
public final class SaleAudit {
    private static final String INTENTS = "simulated_object i WHERE i.kind = 'payment_intent'";

    /** Each statement returns the rows that contradict its rule. */
    private static final Map<String, String> RULES = new LinkedHashMap<>();

    static {
        RULES.put("every order has ended", "SELECT id FROM checkout WHERE status IN ('OPEN', 'PENDING')");
        RULES.put(
                "every order has at most one charge",
                "SELECT object #>> '{metadata,tollgate_checkout}' FROM " + INTENTS
                        + " AND object ->> 'status' = 'succeeded' GROUP BY 1 HAVING count(*) > 1");
        RULES.put(
                "no payment can be charged after its order has ended",
                "SELECT id FROM " + INTENTS + " AND object ->> 'status' NOT IN ('succeeded', 'canceled')");
        RULES.put(
                "every charge belongs to a paid order",
                "SELECT id FROM " + INTENTS + " AND object ->> 'status' = 'succeeded' AND NOT EXISTS (SELECT FROM"
                        + " checkout c WHERE c.id = object #>> '{metadata,tollgate_checkout}' AND c.status = 'PAID'"
                        + " AND c.amount = (object ->> 'amount_received')::bigint)");
        RULES.put(
                "every order that is paid by card was charged",
                "SELECT c.id FROM checkout c WHERE c.status = 'PAID' AND c.livemode AND c.amount > 0 AND NOT EXISTS"
                        + " (SELECT FROM " + INTENTS
                        + " AND object ->> 'status' = 'succeeded'"
                        + " AND object #>> '{metadata,tollgate_checkout}' = c.id)");
        RULES.put(
                "every complete order has one payment or booking, and each of them one order",
                "SELECT coalesce(c.id, p.id) FROM (SELECT * FROM checkout WHERE status IN ('PAID', 'UNPAID')) c"
                        + " FULL JOIN (SELECT seller_id, livemode, id,"
                        + " amount FROM payment UNION ALL SELECT seller_id, livemode, id, amount FROM booking) p"
                        + " ON (p.seller_id, p.livemode, p.id) = (c.seller_id, c.livemode,"
                        + " c.charge_id) WHERE c.id IS NULL OR p.id IS NULL OR p.amount <> c.amount");
        RULES.put(
                "every complete order of tickets has as many tickets as it took places",
                "SELECT c.id FROM checkout c WHERE c.status IN ('PAID', 'UNPAID') AND c.kind = 'TICKETS' AND c.livemode"
                        + " AND (SELECT sum((claim ->> 2)::int) FROM jsonb_array_elements(c.claims) claim"
                        + " WHERE claim ->> 0 = 'TICKET_TYPE') <> (SELECT count(*) FROM ticket t WHERE (t.seller_id,"
                        + " t.livemode, t.booking_id) = (c.seller_id, c.livemode, c.charge_id))");
        RULES.put(
                "every refund that succeeded was executed once",
                "SELECT r.id FROM refund r WHERE r.status = 'PENDING' OR (r.processor_amount > 0 AND r.status ="
                        + " 'SUCCEEDED' AND (SELECT count(*) FROM simulated_object o WHERE o.kind = 'refund' AND"
                        + " o.object #>> '{metadata,tollgate_id}' = r.id) <> 1)");
        // A type can move to another group meanwhile; the doctor compares groups with their types.
        RULES.put(
                "what is taken is what complete orders took",
                "SELECT k.owner_id FROM capacity k WHERE kind <> 'ticket_group' AND taken <> (SELECT"
                        + " coalesce(sum((claim ->> 2)::int), 0) FROM"
                        + " checkout c CROSS JOIN jsonb_array_elements(c.claims) claim WHERE c.status IN ('PAID',"
                        + " 'UNPAID') AND c.livemode AND lower(claim ->> 0) = k.kind AND claim ->> 1 = k.owner_id)");
    }

    private SaleAudit() {}

    /** Returns what contradicts a rule, and what the doctor reports. */
    public static List<String> problems(String databaseUrl) {
        List<String> problems = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(PostgresUrl.toJdbc(databaseUrl));
                Statement statement = connection.createStatement()) {
            for (Map.Entry<String, String> rule : RULES.entrySet()) {
                try (ResultSet rows = statement.executeQuery(rule.getValue())) {
                    while (rows.next()) {
                        problems.add(rule.getKey() + ": " + rows.getString(1));
                    }
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        Doctor.check(databaseUrl, line -> {
            if (line.startsWith("BAD")) {
                problems.add(line);
            }
        });
        return problems;
    }

    /** Returns the number of charges at the simulated processor. */
    public static long charges(String databaseUrl) {
        String sql = "SELECT count(*) FROM " + INTENTS + " AND object ->> 'status' = 'succeeded'";
        try (Connection connection = DriverManager.getConnection(PostgresUrl.toJdbc(databaseUrl))) {
            return Long.parseLong(FirstColumn.of(connection, sql).get(0));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
