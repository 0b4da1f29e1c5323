package io.tollgate.records;

import io.tollgate.resource.ListRequest;

/**
 * The statement of a search.
 *
 * <p>It does not trust the planner's guess of how many rows match. It walks the newest rows first,
 * which fills the page of any frequent input, and learns how frequent the input is. Only where the
 * walk did not fill the page are all matches gathered, once for page and total: from the index
 * where the input is rare, by a scan where it is frequent and the filters are what is rare. A total
 * alone is counted by whichever of the two is faster for an input so frequent.
 */
final class SearchSql {
    /** How many of the newest rows are walked. */
    private static final int WALK = 4_000;

    /** The same for inputs too short for the trigram index: asking their index costs more a match. */
    private static final int WALK_SHORT = 16_000;

    /** An input is frequent when it is in more than one of so many of the walked rows. */
    private static final int FREQUENT = 40;

    private static final int FREQUENT_SHORT = 100;

    private final Statement statement;
    private final Conditions conditions;
    private final ListRequest request;
    private final String lookup;

    SearchSql(Statement statement, Conditions conditions, ListRequest request) {
        this.statement = statement;
        this.conditions = conditions;
        this.request = request;
        this.lookup = request.resource().table() + "_lookup";
    }

    /**
     * @param withTotal false where the total is remembered and only the version is asked for
     * @param version the expression of the data's version
     */
    void write(boolean withTotal, String version) {
        boolean brief = conditions.needle() != Needle.TRIGRAMS;
        int walk = brief ? WALK_SHORT : WALK;
        int frequent = walk / (brief ? FREQUENT_SHORT : FREQUENT);
        String scope = conditions.scope();
        String where = scope + conditions.created();
        String filters = conditions.filtered();
        String cursor = conditions.cursor();
        String scanned = where + filters + conditions.scanned();
        String indexed = where + filters + conditions.indexed();
        String oneMore = statement.bind((long) request.limit() + 1);
        // Without a total only the rows beyond the cursor are needed; with one, all are.
        String reach = withTotal ? "" : cursor;

        statement.add(
                "WITH walked AS MATERIALIZED (SELECT id, " + hit(filters) + " AS hit FROM (SELECT * FROM " + lookup
                        + " WHERE " + where + cursor + conditions.order() + " LIMIT " + walk + ") newest WHERE " + scope
                        + conditions.scanned() + "),\n");
        statement.add("seen AS MATERIALIZED (SELECT count(*) > " + frequent
                + " AS frequent, count(*) FILTER (WHERE hit) >= " + oneMore + " AS filled FROM walked),\n");
        statement.add("gathered AS MATERIALIZED (SELECT id FROM " + lookup + " WHERE " + indexed + reach
                + " AND (SELECT NOT filled AND NOT frequent FROM seen)\n    UNION ALL SELECT id FROM " + lookup
                + " WHERE " + scanned + reach + " AND (SELECT NOT filled AND frequent FROM seen)),\n");
        statement.add(
                "shown AS MATERIALIZED (SELECT id FROM (SELECT id FROM walked WHERE hit AND (SELECT filled FROM seen)"
                        + " UNION ALL SELECT id FROM gathered) found WHERE true" + cursor + conditions.order()
                        + " LIMIT " + oneMore + ")\n");
        statement.add(ListSql.head(withTotal ? total(scanned, indexed) : "NULL", version));
        statement.add("(SELECT seller_id, livemode, record, NULL, NULL FROM "
                + request.resource().table() + " WHERE " + scope + " AND id = ANY (ARRAY(SELECT id FROM shown))"
                + conditions.order() + ")");
    }

    private static String hit(String filters) {
        return filters.isEmpty() ? "true" : "(" + filters.substring(" AND ".length()) + ")";
    }

    private String total(String scanned, String indexed) {
        return "CASE WHEN (SELECT NOT filled FROM seen) THEN (SELECT count(*) FROM gathered) "
                + "WHEN (SELECT frequent FROM seen) THEN (SELECT count(*) FROM " + lookup + " WHERE " + scanned
                + ") ELSE (SELECT count(*) FROM " + lookup + " WHERE " + indexed + ") END";
    }
}
