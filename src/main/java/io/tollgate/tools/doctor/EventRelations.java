package io.tollgate.tools.doctor;

import java.sql.SQLException;
import java.util.Map;

/** Compares the event log with the records, and its parts with each other. */
record EventRelations(Sql sql, Findings findings) {
    /** Records of which each change is reported, by the name of the record in events. */
    private static final Map<String, String> REPORTED = Map.of(
            "payment", "payment",
            "booking", "booking",
            "ticket", "ticket",
            "customer", "customer",
            "subscription", "subscription",
            "submission", "submission",
            "invoice", "invoice");

    private static final String NOT_ERASED = " AND NOT EXISTS (SELECT FROM customer_erasure e WHERE"
            + " (e.seller_id, e.livemode, e.customer_id) = (r.seller_id, r.livemode, r.customer_id))";

    void check() throws SQLException {
        positions();
        changes();
        records();
        relay();
    }

    private void positions() throws SQLException {
        sql.violations(
                findings,
                "events: positions of a feed have no gaps",
                "SELECT h.seller_id || ' ' || h.livemode FROM event_head h LEFT JOIN LATERAL (SELECT"
                        + " count(*) AS events, min(e.position) AS lowest, max(e.position) AS highest FROM event e"
                        + " WHERE (e.seller_id, e.livemode) = (h.seller_id, h.livemode)) e ON true"
                        + " WHERE e.events <> h.last - h.first + 1"
                        + " OR (e.events > 0 AND (e.lowest <> h.first OR e.highest <> h.last))");
        sql.violations(
                findings,
                "events: each feed has a head",
                "SELECT DISTINCT e.seller_id || ' ' || e.livemode FROM event e WHERE NOT EXISTS"
                        + " (SELECT FROM event_head h WHERE (h.seller_id, h.livemode) = (e.seller_id, e.livemode))");
    }

    private void changes() throws SQLException {
        sql.violations(
                findings,
                "events: each is what its change says",
                "SELECT e.id FROM event e LEFT JOIN reported_change c ON (c.seller_id, c.livemode, c.id) ="
                        + " (e.seller_id, e.livemode, e.change_id) WHERE c.id IS NULL OR (e.record_id, e.created_at)"
                        + " <> (c.record_id, c.created_at) OR e.page_id IS DISTINCT FROM c.page_id"
                        + " OR e.type IS DISTINCT FROM c.types[array_position(c.event_ids, e.id)]");
        sql.violations(
                findings,
                "reported changes: all events of a change are numbered, or none",
                "SELECT c.id FROM reported_change c JOIN (SELECT seller_id, livemode, change_id, count(*) AS events"
                        + " FROM event GROUP BY seller_id, livemode, change_id) e ON (e.seller_id, e.livemode,"
                        + " e.change_id) = (c.seller_id, c.livemode, c.id)"
                        + " WHERE e.events <> cardinality(c.event_ids)");
        sql.violations(
                findings,
                "reported changes: a change is numbered after a minute",
                "SELECT c.id FROM reported_change c WHERE c.created_at < now() - interval '1 minute' AND NOT EXISTS"
                        + " (SELECT FROM event e WHERE (e.seller_id, e.livemode, e.id) = (c.seller_id, c.livemode,"
                        + " c.event_ids[1])) AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.backend_xid IS NOT"
                        + " NULL AND a.xact_start < now() - interval '1 minute')");
        sql.violations(
                findings,
                "reported changes: the ids are those of the record, the change and the actor",
                "SELECT c.id FROM reported_change c WHERE c.event_ids[1] <> c.id"
                        + " OR convert_from(c.record, 'UTF8')::jsonb ->> 'id' <> c.record_id"
                        + " OR c.page_id IS DISTINCT FROM convert_from(c.record, 'UTF8')::jsonb ->>"
                        + " CASE WHEN c.record_kind = 'page' THEN 'id' ELSE 'pageId' END"
                        + " OR c.actor NOT IN ('api_key', 'buyer', 'customer', 'member', 'processor', 'system')"
                        + " OR (c.actor IN ('api_key', 'member')) <> (c.actor_id IS NOT NULL)"
                        + " OR left(c.id, 8) <> lpad(to_hex(floor(extract(epoch FROM c.created_at))::bigint), 8, '0')");
    }

    /** The last reported change of a record shows it as it is, unless it is an invoice of an erased customer. */
    private void records() throws SQLException {
        for (Map.Entry<String, String> each : REPORTED.entrySet()) {
            sql.violations(
                    findings,
                    "reported changes: the last one of a " + each.getKey() + " shows it as it is",
                    "SELECT r.id FROM " + each.getValue() + " r JOIN (SELECT DISTINCT ON (seller_id, livemode,"
                            + " record_id) seller_id, livemode, record_id, record, record_kind FROM reported_change"
                            + " ORDER BY seller_id, livemode, record_id, number DESC) c ON (c.seller_id, c.livemode,"
                            + " c.record_id) = (r.seller_id, r.livemode, r.id)"
                            + " WHERE c.record <> r.record"
                            + (each.getKey().equals("invoice") ? NOT_ERASED : "")
                            + " OR c.record_kind <> '" + each.getKey() + "'");
        }
    }

    private void relay() throws SQLException {
        sql.violations(
                findings,
                "event relay: it has reached a transaction that exists",
                "SELECT reached::text FROM event_relay WHERE reached > pg_snapshot_xmax(pg_current_snapshot())");
    }
}
