package io.tollgate.platform.records;

import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The SQL of a list: page, total and, for a search, the version of the data, in one snapshot.
 *
 * <p>The first row contains the total; the records of the page follow. Each row has its seller and mode.
 */
public record ListSql(String sql, Tuple values) {
    /** @param withTotal false if the total is not needed, or cached so that only its version is needed */
    public static ListSql of(Scope scope, ListRequest request, boolean withTotal) {
        return of(scope, request, withTotal, null);
    }

    /** @param since the day from which a search counts separately, with the version of older data; or null */
    static ListSql of(Scope scope, ListRequest request, boolean withTotal, @Nullable LocalDate since) {
        Statement statement = new Statement();
        Conditions conditions = new Conditions(statement, scope, request);
        Totals totals = new Totals(statement, conditions, request);
        if (isSearch(request)) {
            new SearchSql(statement, conditions, request).write(withTotal, totals, since);
        } else {
            statement
                    .add(head(withTotal ? totals.expression() : "NULL"))
                    .add("(" + page(conditions, request, null) + ")");
        }
        return new ListSql(statement.sql(), statement.values());
    }

    /** Returns the page of a search with known matches, valid while the version of the data is unchanged. */
    public static ListSql of(Scope scope, ListRequest request, List<String> ids) {
        Statement statement = new Statement();
        Conditions conditions = new Conditions(statement, scope, request);
        Totals totals = new Totals(statement, conditions, request);
        new SearchSql(statement, conditions, request).writeKnown(ids, totals);
        return new ListSql(statement.sql(), statement.values());
    }

    /** Returns several pages of a list. Each row has, in place of a version, the position of its cursor, from 1. */
    static ListSql several(Scope scope, ListRequest request, List<String> cursors) {
        Statement statement = new Statement();
        Conditions conditions = new Conditions(statement, scope, request);
        statement.add(head(new Totals(statement, conditions, request).expression()));
        String asked = statement.bind(cursors.toArray(String[]::new));
        statement.add("(SELECT page.seller_id, page.livemode, page.record, NULL, asked.place FROM unnest(" + asked
                + "::text[]) WITH ORDINALITY AS asked (cursor, place) CROSS JOIN LATERAL ("
                + page(conditions, request, "asked.cursor")
                + ") page (seller_id, livemode, record, total, version))");
        return new ListSql(statement.sql(), statement.values());
    }

    private static String page(Conditions conditions, ListRequest request, @Nullable String cursor) {
        Resource resource = request.resource();
        String search = request.searches() ? conditions.scanned() : "";
        String from = " FROM " + resource.table() + " WHERE " + conditions.scope();
        String matching = conditions.equal()
                + conditions.created()
                + search
                + (cursor == null ? conditions.cursor() : conditions.cursor(cursor));
        String newest = conditions.order() + limit(request);
        String pages = conditions.pages();
        if (pages == null || !resource.recorded()) {
            return "SELECT " + columns(resource) + ", NULL, NULL" + from + conditions.ofPages() + matching + newest;
        }
        // One page at a time, because the index by page has the order of the list only for one page.
        return "SELECT " + columns(resource) + ", NULL, NULL FROM unnest(" + pages
                + ") AS reached (page) CROSS JOIN LATERAL (SELECT " + columns(resource) + ", id" + from + " AND "
                + resource.pageColumn() + " = reached.page" + matching + newest + ") found" + newest;
    }

    private static String head(String total) {
        return "(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (" + total
                + ")::bigint AS total, NULL::bigint AS version)\nUNION ALL\n";
    }

    private static String columns(Resource resource) {
        return resource.recorded()
                ? "seller_id, livemode, record"
                : "seller_id, NULL::boolean, convert_to(document::text, 'UTF8')";
    }

    /**
     * Inlines the limit. For an unknown limit, the planner assumes a tenth of all rows, finds the generic plan too
     * expensive, and plans each call again, which costs more than the page.
     */
    private static String limit(ListRequest request) {
        return " LIMIT " + (hasOneMore(request) ? request.limit() + 1 : request.limit());
    }

    /**
     * Returns whether one row beyond the page is read, to learn whether more follow. For a first page the total of
     * the same snapshot shows that, which saves reading a record.
     */
    static boolean hasOneMore(ListRequest request) {
        return request.cursor() != null || isSearch(request);
    }

    /** Returns whether the request searches text in a resource with too many records to compare one by one. */
    static boolean isSearch(ListRequest request) {
        return request.searches() && request.resource().recorded();
    }
}
