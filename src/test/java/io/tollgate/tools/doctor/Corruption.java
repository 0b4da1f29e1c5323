package io.tollgate.tools.doctor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.records.Projection;
import io.tollgate.platform.records.Rendering;
import io.tollgate.platform.resource.Scope;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A change of one stored value of a seller. */
interface Corruption {
    /** The class of states that tell of violated constraints. */
    String REFUSAL = "23";

    /** What happened to the value. */
    enum Result {
        CHANGED,
        /** Nothing was to be changed. */
        UNCHANGED,
        /** No record of the seller has a value. */
        ABSENT,
        /** Postgres refused the change. */
        REFUSED
    }

    /** Names the table and the value. */
    String name();

    /** Changes the first value, and returns whether there was one. */
    boolean change(Connection connection, String sellerId) throws SQLException;

    /** Changes the first value that a seller has. */
    default Result apply(Connection connection, String sellerId) throws SQLException {
        Savepoint before = connection.setSavepoint();
        try {
            return change(connection, sellerId) ? Result.CHANGED : Result.ABSENT;
        } catch (SQLException e) {
            if (!String.valueOf(e.getSQLState()).startsWith(REFUSAL)) {
                throw e;
            }
            connection.rollback(before);
            return Result.REFUSED;
        }
    }

    /** Returns the changes of fields of records, of columns, of rows, and of objects of the simulated processor. */
    static List<Corruption> all(SellerCopies copies) throws SQLException {
        List<Corruption> all = new ArrayList<>();
        StoredField.all().forEach(field -> all.add(new OfField(field)));
        all.addAll(OfColumn.all(copies));
        all.addAll(OfProcessor.all(copies));
        all.addAll(OfState.all());
        return all;
    }

    /** A change of a field of a record, with the columns and the lookup row that repeat it. */
    record OfField(StoredField field) implements Corruption {
        @Override
        public String name() {
            return field.name();
        }

        @Override
        public boolean change(Connection connection, String sellerId) throws SQLException {
            String table = field.resource().table();
            String sql = "SELECT livemode, id, record FROM " + table + " WHERE seller_id = '" + sellerId
                    + "' ORDER BY livemode DESC, length(record) DESC, id";
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    ObjectNode record = (ObjectNode) RecordScan.MAPPER.readTree(rows.getBytes(3));
                    if (field.change(record)) {
                        Scope scope = new Scope(sellerId, rows.getBoolean(1));
                        Projection projection = Projection.of(scope, field.resource(), record);
                        byte[] rendered = Rendering.render(field.resource().fields(), record);
                        update(connection, table, scope, rows.getString(2), projection.row(rendered));
                        update(connection, table + "_lookup", scope, rows.getString(2), projection.lookup());
                        return true;
                    }
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            return false;
        }

        private static void update(
                Connection connection, String table, Scope scope, String id, Map<String, Object> values)
                throws SQLException {
            String sql = "UPDATE " + table + " SET " + String.join(" = ?, ", values.keySet())
                    + " = ? WHERE (seller_id, livemode, id) = (?, ?, ?)";
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                int n = 1;
                for (Object value : values.values()) {
                    statement.setObject(n++, value);
                }
                statement.setString(n++, scope.sellerId());
                statement.setBoolean(n++, scope.live());
                statement.setString(n, id);
                statement.executeUpdate();
            }
        }
    }

    /** A statement that changes one row. */
    record OfColumn(String name, String sql) implements Corruption {
        private static final String COLUMNS = "SELECT c.relname || ' ' || attname || ' ' || format_type(atttypid, NULL)"
                + " FROM pg_class c JOIN pg_attribute a ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped"
                + " WHERE relkind IN ('r', 'p') AND NOT relispartition"
                + " AND relnamespace = current_schema()::regnamespace AND attgenerated = '' AND attidentity = ''"
                + " AND relname !~ '_(lookup|count|change)$'"
                + " AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'seller_id') ORDER BY 1";
        /** Only orders of pages must have a number: records of the demo, which the API books too, have none. */
        private static final Map<String, String> PREFERRED = Map.of(
                "order_number",
                "EXISTS (SELECT FROM checkout k WHERE (k.seller_id, k.livemode, k.order_id) ="
                        + " (order_number.seller_id, order_number.livemode, order_number.order_id)) DESC, ");

        private static final String RELATION = "(.*_)?(ids?|number|currency|key)";

        static List<Corruption> all(SellerCopies copies) throws SQLException {
            List<String> records =
                    Doctor.RECORDED.stream().map(one -> one.table()).toList();
            List<Corruption> all = new ArrayList<>();
            for (String one : copies.strings(COLUMNS)) {
                String[] parts = one.split(" ", 3);
                String change = change(parts[1], parts[2]);
                if (parts[1].equals("seller_id")) {
                    all.add(new OfColumn(
                            parts[0] + " (row)",
                            "DELETE FROM " + parts[0] + " WHERE ctid = (SELECT ctid FROM " + parts[0]
                                    + " WHERE seller_id = ? " + order(parts[0]) + " LIMIT 1)"));
                } else if (change != null && !parts[1].equals("id") && !records.contains(parts[0])) {
                    all.add(new OfColumn(
                            parts[0] + "." + parts[1],
                            "UPDATE " + parts[0] + " SET " + parts[1] + " = " + change
                                    + " WHERE ctid = (SELECT ctid FROM " + parts[0] + " WHERE seller_id = ? AND "
                                    + parts[1] + " IS NOT NULL " + order(parts[0]) + " LIMIT 1)"));
                }
            }
            return all;
        }

        /** The longest row. Fractions of seconds do not count: their lengths differ from run to run. */
        private static String order(String table) {
            return "ORDER BY " + PREFERRED.getOrDefault(table, "") + "to_jsonb(" + table
                    + ") ->> 'status' = 'SUCCEEDED' DESC NULLS LAST, to_jsonb(" + table
                    + ") ->> 'livemode' DESC NULLS LAST,"
                    + " length(regexp_replace(to_jsonb(" + table + ")::text, '[.][0-9]+', '', 'g')) DESC, ctid";
        }

        private static String change(String column, String type) {
            return switch (type) {
                case "bigint", "integer", "smallint" -> column + " + 1";
                case "timestamp with time zone" -> column + " + interval '1 day'";
                case "text[]" -> "ARRAY['ffffffffffffffffffffffff']";
                case "text" ->
                    !column.matches(RELATION)
                            ? null
                            : "CASE WHEN " + column + " ~ '^[0-9a-f]{24}$' THEN 'ffffffff' || substr(" + column
                                    + ", 9, 4) || repeat('f', 12) WHEN " + column + " = 'eur' THEN 'usd' ELSE 'x' || "
                                    + column + " END";
                default -> null;
            };
        }

        @Override
        public boolean change(Connection connection, String sellerId) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, sellerId);
                return statement.executeUpdate() == 1;
            }
        }
    }

    /** A change of an amount, a currency or a relation of an object of the simulated processor. */
    final class OfProcessor {
        private static final String KEYS = "SELECT DISTINCT kind || ' ' || key || ' ' || jsonb_typeof(value)"
                + " FROM simulated_object, jsonb_each(object) WHERE jsonb_typeof(value) IN ('number', 'string')"
                + " AND key ~ '^(amount|amount_[a-z]+|total|subtotal|currency|customer|charge|latest_charge"
                + "|payment_intent|payment_method|default_payment_method|latest_invoice|reference|cancel_at"
                + "|trial_end|trial_start|billing_cycle_anchor|simulator_[a-z]+)$' ORDER BY 1";

        private OfProcessor() {}

        static List<Corruption> all(SellerCopies copies) throws SQLException {
            List<Corruption> all = new ArrayList<>();
            for (String one : copies.strings(KEYS)) {
                String[] parts = one.split(" ");
                String change = parts[2].equals("number")
                        ? "to_jsonb((object ->> '" + parts[1] + "')::numeric + 1)"
                        : "to_jsonb(CASE object ->> '" + parts[1] + "' WHEN 'eur' THEN 'usd' ELSE 'x' || (object ->> '"
                                + parts[1] + "') END)";
                String key = "object ? '" + parts[1] + "' AND jsonb_typeof(object -> '" + parts[1] + "') = '" + parts[2]
                        + "'";
                all.add(new OfColumn(
                        "simulated_object " + parts[0] + ": " + parts[1],
                        "UPDATE simulated_object SET object = jsonb_set(object, '{" + parts[1] + "}', " + change
                                + ") WHERE ctid = (SELECT ctid FROM simulated_object WHERE seller_id = ? AND kind = '"
                                + parts[0] + "' AND " + key.replace("?", "??")
                                + " ORDER BY object ->> 'status' = 'succeeded' DESC NULLS LAST,"
                                + " object -> 'reversal' = 'null' DESC NULLS LAST, livemode DESC,"
                                + " length(object::text) DESC LIMIT 1)"));
            }
            return all;
        }
    }

    /** Changes of states, and of what tests and tasks do beside the values of columns. */
    final class OfState {
        private static final List<String> STATEMENTS = List.of(
                "capacity SET taken = taken + 1 WHERE kind = 'event'",
                "capacity SET taken = taken + 1 WHERE kind = 'ticket_group'",
                "capacity SET taken = taken + 1 WHERE kind = 'product'",
                "checkout SET claims = claims || jsonb_build_array(jsonb_build_array('PRODUCT', page_id, 1))"
                        + " WHERE livemode AND status = 'PAID'",
                "checkout SET amount = amount + 1 WHERE status = 'PAID'",
                "checkout SET amount = amount + 1 WHERE status = 'PARTIALLY_PAID'",
                "license_key_directory SET livemode = NOT livemode WHERE true",
                "payment_attempt SET status = 'CANCELED' WHERE status = 'SUCCEEDED'",
                "processor_event SET outcome = NULL, applied_at = NULL WHERE true",
                "processor_task SET subject_id = 'ffffffffffffffffffffffff' WHERE subject_id IN"
                        + " (SELECT id FROM checkout WHERE status IN ('OPEN', 'PENDING'))",
                "processor_task SET subject_id = 'ffffffffffffffffffffffff' WHERE kind = 'SYNC_SUBSCRIPTION'",
                "recorded_payment SET amount = amount * 2 WHERE true",
                "refund SET status = 'PENDING' WHERE status = 'SUCCEEDED'",
                "refund SET status = 'SUCCEEDED' WHERE status = 'FAILED'",
                "refund SET credit_note_number = 'CN-2026-000099' WHERE credit_note_number LIKE '%2'");

        private OfState() {}

        static List<Corruption> all() {
            List<Corruption> all = new ArrayList<>();
            for (String statement : STATEMENTS) {
                String[] parts = statement.split(" SET | WHERE ", 3);
                all.add(new OfColumn(
                        statement,
                        "UPDATE " + parts[0] + " SET " + parts[1] + " WHERE ctid = (SELECT ctid FROM " + parts[0]
                                + " WHERE seller_id = ? AND " + parts[2] + " LIMIT 1)"));
            }
            return all;
        }
    }
}
