package io.tollgate.tools.doctor;

import java.sql.SQLException;

/** Checks saved exports: with their tasks, their files and the parts of these. */
record ExportRelations(Sql sql, Findings findings) {
    void check() throws SQLException {
        sql.violations(
                findings,
                "exports: one that waits for its next file has a task",
                "SELECT e.id FROM saved_export e LEFT JOIN processor_task t ON (t.seller_id, t.livemode, t.kind,"
                        + " t.subject_id) = (e.seller_id, e.livemode, 'MAKE_EXPORT', e.id)"
                        + " WHERE (e.status IN ('pending', 'running') OR e.schedule <> 'once') <> (t.id IS NOT NULL)");
        sql.violations(
                findings,
                "exports: one that is running makes one file, others make none",
                "SELECT e.id FROM saved_export e LEFT JOIN export_file f ON (f.seller_id, f.livemode, f.export_id) ="
                        + " (e.seller_id, e.livemode, e.id) AND f.expires_at IS NULL"
                        + " GROUP BY e.seller_id, e.livemode, e.id, e.status"
                        + " HAVING count(f.id) <> CASE WHEN e.status = 'running' THEN 1 ELSE 0 END");
        sql.violations(
                findings,
                "exports: a file has the bytes of its parts, without gaps",
                "SELECT f.id FROM export_file f LEFT JOIN LATERAL (SELECT count(*) AS parts, coalesce(sum(p.bytes), 0)"
                        + " AS bytes, coalesce(max(p.number), 0) AS last FROM export_part p"
                        + " WHERE (p.seller_id, p.livemode, p.file_id) = (f.seller_id, f.livemode, f.id)) p ON true"
                        + " WHERE (f.parts, f.bytes, f.parts) <> (p.parts, p.bytes, p.last)"
                        + " OR (f.reached IS NULL) <> (f.parts = 0)");
    }
}
