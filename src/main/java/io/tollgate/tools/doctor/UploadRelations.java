package io.tollgate.tools.doctor;

import java.sql.SQLException;

/** Checks the uploads of buyers against the submissions and purchases that name them. */
record UploadRelations(Sql sql, Findings findings) {
    /** Returns the ids of the files that the answers of records name. */
    private static final String NAMED = "SELECT seller_id, livemode, id AS record_id, jsonb_path_query("
            + "convert_from(record, 'UTF8')::jsonb, '$.fields[*].meta.files[*].id') #>> '{}' AS file_id"
            + " FROM %s WHERE convert_from(record, 'UTF8') LIKE '%%\"files\"%%'";

    void check() throws SQLException {
        submissions();
        orders();
        sql.violations(
                findings,
                "pending_file: a pending upload is not a file, and is held after it was uploaded",
                "SELECT p.file_id FROM pending_file p LEFT JOIN file f ON f.seller_id = p.seller_id"
                        + " AND f.id = p.file_id WHERE f.id IS NOT NULL OR p.held_until < p.created_at");
    }

    private void submissions() throws SQLException {
        sql.violations(
                findings,
                "submissions: the uploaded files are those that the answers name",
                "SELECT coalesce(n.record_id, f.submission_id) FROM (" + NAMED.formatted("submission") + ") n"
                        + " FULL JOIN submission_file f ON n.seller_id = f.seller_id AND n.file_id = f.file_id"
                        + " WHERE n.record_id IS DISTINCT FROM f.submission_id");
        sql.violations(
                findings,
                "submissions: an uploaded file exists exactly if it was not deleted",
                "SELECT s.file_id FROM submission_file s LEFT JOIN file f ON f.seller_id = s.seller_id"
                        + " AND f.id = s.file_id WHERE (f.id IS NULL) <> (s.deleted_at IS NOT NULL)");
    }

    private void orders() throws SQLException {
        String named = String.join(
                " UNION ALL ", NAMED.formatted("payment"), NAMED.formatted("booking"), NAMED.formatted("subscription"));
        sql.violations(
                findings,
                "orders: each uploaded file that an answer names is known, with the mode of the order",
                "SELECT n.record_id FROM (" + named + ") n LEFT JOIN order_file f ON f.seller_id = n.seller_id"
                        + " AND f.file_id = n.file_id WHERE f.livemode IS DISTINCT FROM n.livemode");
        sql.violations(
                findings,
                "orders: each known uploaded file is named by the answers of its order, which is of its page",
                "SELECT f.file_id FROM order_file f LEFT JOIN (" + named + ") n ON n.seller_id = f.seller_id"
                        + " AND n.livemode = f.livemode AND n.record_id = f.record_id AND n.file_id = f.file_id"
                        + " LEFT JOIN (SELECT seller_id, livemode, id, page_id FROM payment UNION ALL"
                        + " SELECT seller_id, livemode, id, page_id FROM booking UNION ALL"
                        + " SELECT seller_id, livemode, id, page_id FROM subscription) o ON o.seller_id = f.seller_id"
                        + " AND o.livemode = f.livemode AND o.id = f.record_id"
                        + " WHERE n.file_id IS NULL OR o.page_id IS DISTINCT FROM f.page_id");
        sql.violations(
                findings,
                "orders: an uploaded file exists exactly if it was not deleted",
                "SELECT o.file_id FROM order_file o LEFT JOIN file f ON f.seller_id = o.seller_id"
                        + " AND f.id = o.file_id WHERE (f.id IS NULL) <> (o.deleted_at IS NOT NULL)");
    }
}
