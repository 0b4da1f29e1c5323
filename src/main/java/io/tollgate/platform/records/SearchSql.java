package io.tollgate.platform.records;

import io.tollgate.platform.resource.ListRequest;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The SQL of a search.
 *
 * <p>It does not rely on the planner's estimate of matching rows. It first samples the newest rows, which fills the
 * page for any frequent input and measures how frequent the input is. Only if the sample does not fill the page does
 * it gather all matches, once for page and total. It uses the index for a rare input, and a scan for a frequent input
 * with selective filters. A total alone is counted by the faster of the two methods.
 */
final class SearchSql {
    /** Number of newest rows in the sample. */
    private static final int SAMPLE = 4_000;

    /** Rows of the sample that are read first. They fill the page if a twentieth of the rows match. */
    private static final int FIRST_SAMPLE = 400;

    /** An input is frequent if more than one in this many sampled rows match. */
    private static final int FREQUENT = 40;

    /** The same for inputs too short for the trigram index, whose index costs more per match. */
    private static final int FREQUENT_SHORT = 100;

    /** The ids of all matches, if they were gathered, so that later pages need no search. */
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
     * @param withTotal false if the total is cached and only the version is needed
     * @param since the day from which matches are counted separately, or null
     */
    void write(boolean withTotal, Totals totals, @Nullable LocalDate since) {
        String where = conditions.scope() + conditions.created();
        String filters = conditions.filtered();
        String cursor = conditions.cursor();
        String scanned = where + filters + conditions.scanned();
        String indexed = where + filters + conditions.indexed();
        String oneMore = statement.bind((long) request.limit() + 1);
        // Without a total only the rows beyond the cursor are needed; with a total all rows are.
        String reach = withTotal ? "" : cursor;

        sample(where + cursor, hit(filters), oneMore);
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

    /** Samples the newest rows: the first few, and the rest only if those are not enough. */
    private void sample(String where, String hit, String oneMore) {
        int rarest = conditions.trigramPattern() == TrigramPattern.TRIGRAMS ? FREQUENT : FREQUENT_SHORT;
        String rows = "SELECT * FROM " + lookup + " WHERE " + where;
        String matching = conditions.scope() + conditions.scanned();
        statement.add("WITH newest AS MATERIALIZED (" + rows + conditions.order() + " LIMIT " + FIRST_SAMPLE + "),\n");
        statement.add("first AS MATERIALIZED (SELECT id, " + hit + " AS hit FROM newest WHERE " + matching + "),\n");
        statement.add("enough AS MATERIALIZED (SELECT count(*) > " + FIRST_SAMPLE / rarest
                + " AND count(*) FILTER (WHERE hit) >= " + oneMore + " AS yes FROM first),\n");
        String beyond = conditions.cursor("(SELECT " + (request.backwards() ? "max" : "min") + "(id) FROM newest)");
        statement.add("walked AS MATERIALIZED (SELECT id, hit FROM first UNION ALL SELECT id, " + hit + " AS hit FROM ("
                + rows + beyond + conditions.order() + " LIMIT " + (SAMPLE - FIRST_SAMPLE) + ") others WHERE "
                + matching
                + " AND (SELECT NOT yes FROM enough)),\n");
        statement.add("seen AS MATERIALIZED (SELECT (SELECT yes FROM enough) OR count(*) > " + SAMPLE / rarest
                + " AS frequent, count(*) FILTER (WHERE hit) >= " + oneMore + " AS filled FROM walked),\n");
    }

    /** Writes a page of known matches, with the current version of the data. */
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
                + request.resource().table() + " WHERE " + conditions.scope() + conditions.ofPages() + " AND id = ANY ("
                + ids + ")"
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
