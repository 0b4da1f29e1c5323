package io.tollgate.records;

import io.tollgate.resource.ListRequest;
import io.tollgate.resource.Resource;
import io.tollgate.resource.Scope;
import io.vertx.sqlclient.Tuple;

/**
 * The statement of a list: page, total and, for a search, the version of the data, in one snapshot.
 *
 * <p>Its first row holds the total; the rows of the page follow, one more than asked for, which
 * tells whether there are more. Each row brings its seller and mode.
 */
public record ListSql(String sql, Tuple values) {
    /** How many of the newest rows a search walks before it asks the index. */
    static final int WALK = 4000;

    /** Hits among the walked rows from which on a scan counts faster than the index. */
    static final int BROAD = WALK / 40;

    /** @param withTotal false where the total is remembered and only its version is asked for */
    public static ListSql of(Scope scope, ListRequest request, boolean withTotal) {
        Statement statement = new Statement();
        Conditions conditions = new Conditions(statement, scope, request);
        Totals totals = new Totals(statement, conditions, request);
        if (conditions.searches() && request.resource().recorded()) {
            search(statement, conditions, totals, request, withTotal);
        } else {
            plain(statement, conditions, totals, request);
        }
        return new ListSql(statement.sql(), statement.values());
    }

    private static void plain(Statement statement, Conditions conditions, Totals totals, ListRequest request) {
        Resource resource = request.resource();
        String search = conditions.searches() ? conditions.scanned() : "";
        statement
                .add(head(totals.expression(), "NULL"))
                .add("(SELECT " + columns(resource) + ", NULL, NULL FROM " + resource.table() + " WHERE "
                        + conditions.scope() + conditions.filtered() + conditions.created() + search
                        + conditions.cursor() + conditions.order() + limit(statement, request) + ")");
    }

    private static String head(String total, String version) {
        return "(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (" + total
                + ")::bigint AS total, (" + version + ")::bigint AS version)\nUNION ALL\n";
    }

    private static String columns(Resource resource) {
        return resource.recorded()
                ? "seller_id, livemode, record"
                : "seller_id, NULL::boolean, convert_to(document::text, 'UTF8')";
    }

    private static String limit(Statement statement, ListRequest request) {
        return " LIMIT " + statement.bind((long) request.limit() + 1);
    }

    /**
     * A search does not trust the planner's guess of how many rows match: it walks the newest rows
     * first, which finds the page of any frequent input, and asks the index only where that did not
     * fill the page. What the walk found also tells whether index or scan counts faster.
     */
    private static void search(
            Statement statement, Conditions conditions, Totals totals, ListRequest request, boolean withTotal) {
        String lookup = request.resource().table() + "_lookup";
        String where = conditions.scope() + conditions.created();
        String narrowed = conditions.filtered();
        String cursor = conditions.cursor();
        String order = conditions.order();
        String limit = limit(statement, request);
        String total = !withTotal
                ? "NULL"
                : "CASE WHEN (SELECT count(*) FROM near) > " + BROAD + " THEN (SELECT count(*) FROM " + lookup
                        + " WHERE " + where + narrowed + conditions.scanned() + ") ELSE (SELECT count(*) FROM "
                        + lookup + " WHERE " + where + narrowed + conditions.indexed() + ") END";
        statement
                .add("WITH near AS MATERIALIZED (SELECT id FROM (SELECT * FROM " + lookup + " WHERE " + where + cursor
                        + order + " LIMIT " + WALK + ") newest WHERE " + conditions.scope() + narrowed
                        + conditions.scanned() + "),\n")
                .add(
                        "found AS MATERIALIZED (SELECT id FROM (SELECT id FROM near UNION ALL SELECT id FROM (SELECT id FROM "
                                + lookup + " WHERE " + where + cursor + narrowed + conditions.indexed()
                                + " OFFSET 0) far WHERE (SELECT count(*) FROM near) <= " + request.limit()
                                + ") either GROUP BY id" + order + limit + ")\n")
                .add(head(total, totals.version()))
                .add("(SELECT seller_id, livemode, record, NULL, NULL FROM "
                        + request.resource().table() + " WHERE " + conditions.scope()
                        + " AND id = ANY (ARRAY(SELECT id FROM found))" + order + ")");
    }
}
