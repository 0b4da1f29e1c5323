package io.tollgate.records;

import io.tollgate.resource.ListRequest;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /** How many of these come first: they fill the page of an input that is in a twentieth of the rows. */
    private static final int FIRST_WALK = 400;

    /** An input is frequent when it is in more than one of so many of the walked rows. */
    private static final int FREQUENT = 40;

    /** The same for inputs too short for the trigram index: asking their index costs more a match. */
    private static final int FREQUENT_SHORT = 100;

    /** Where all matches were gathered, the next page need not look for them again. */
    private static final String MATCHES = "SELECT CASE WHEN (SELECT filled FROM seen) THEN NULL ELSE"
            + " coalesce((SELECT string_agg(id, '' ORDER BY id DESC) FROM"
            + " (SELECT id FROM gathered ORDER BY id DESC LIMIT " + MatchedIds.MAX + ") newest), '') END";

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
     * @param since a day from which on is counted apart, or null
     */
    void write(boolean withTotal, Totals totals, @Nullable LocalDate since) {
        String where = conditions.scope() + conditions.created();
        String filters = conditions.filtered();
        String cursor = conditions.cursor();
        String scanned = where + filters + conditions.scanned();
        String indexed = where + filters + conditions.indexed();
        String oneMore = statement.bind((long) request.limit() + 1);
        // Without a total only the rows beyond the cursor are needed; with one, all are.
        String reach = withTotal ? "" : cursor;

        walk(where + cursor, hit(filters), oneMore);
        statement.add("gathered AS MATERIALIZED (SELECT id FROM " + lookup + " WHERE " + indexed + reach
                + " AND (SELECT NOT filled AND NOT frequent FROM seen)\n    UNION ALL SELECT id FROM " + lookup
                + " WHERE " + scanned + reach + " AND (SELECT NOT filled AND frequent FROM seen)),\n");
        statement.add(
                "shown AS MATERIALIZED (SELECT id FROM (SELECT id FROM walked WHERE hit AND (SELECT filled FROM seen)"
                        + " UNION ALL SELECT id FROM gathered) found WHERE true" + cursor + conditions.order()
                        + " LIMIT " + oneMore + ")\n");
        statement.add(head(
                withTotal ? total(scanned, indexed) : "NULL",
                totals.version(),
                withTotal ? MATCHES : "NULL",
                since == null ? "NULL" : recent(where + filters, since),
                since == null ? "NULL" : totals.versionBefore(since)));
        records("ARRAY(SELECT id FROM shown)");
    }

    /** The newest rows that match: of the first few, and of the others where these do not do. */
    private void walk(String where, String hit, String oneMore) {
        int rarest = conditions.needle() == TrigramPattern.TRIGRAMS ? FREQUENT : FREQUENT_SHORT;
        String rows = "SELECT * FROM " + lookup + " WHERE " + where;
        String matching = conditions.scope() + conditions.scanned();
        statement.add("WITH newest AS MATERIALIZED (" + rows + conditions.order() + " LIMIT " + FIRST_WALK + "),\n");
        statement.add("first AS MATERIALIZED (SELECT id, " + hit + " AS hit FROM newest WHERE " + matching + "),\n");
        statement.add("enough AS MATERIALIZED (SELECT count(*) > " + FIRST_WALK / rarest
                + " AND count(*) FILTER (WHERE hit) >= " + oneMore + " AS yes FROM first),\n");
        String beyond = conditions.cursor("(SELECT " + (request.backwards() ? "max" : "min") + "(id) FROM newest)");
        statement.add("walked AS MATERIALIZED (SELECT id, hit FROM first UNION ALL SELECT id, " + hit + " AS hit FROM ("
                + rows + beyond + conditions.order() + " LIMIT " + (WALK - FIRST_WALK) + ") others WHERE " + matching
                + " AND (SELECT NOT yes FROM enough)),\n");
        statement.add("seen AS MATERIALIZED (SELECT (SELECT yes FROM enough) OR count(*) > " + WALK / rarest
                + " AS frequent, count(*) FILTER (WHERE hit) >= " + oneMore + " AS filled FROM walked),\n");
    }

    /** A page of records that are known to match, with the version of the data as it is now. */
    void writeKnown(List<String> ids, Totals totals) {
        statement.add(head("NULL", totals.version(), "NULL", "NULL", "NULL"));
        records(statement.bind(ids.toArray(String[]::new)));
    }

    private String recent(String where, LocalDate since) {
        String from = conditions.from(since.atStartOfDay().atOffset(ZoneOffset.UTC));
        return "SELECT count(*) FROM " + lookup + " WHERE " + where + from + conditions.scanned();
    }

    private static String head(String total, String version, String matches, String recent, String older) {
        return "(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (" + total
                + ")::bigint AS total, (" + version + ")::bigint AS version, (" + matches
                + ")::text AS matches, (" + recent + ")::bigint AS recent, (" + older
                + ")::bigint AS older)\nUNION ALL\n";
    }

    private void records(String ids) {
        statement.add("(SELECT seller_id, livemode, record, NULL, NULL, NULL, NULL, NULL FROM "
                + request.resource().table() + " WHERE " + conditions.scope() + " AND id = ANY (" + ids + ")"
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
