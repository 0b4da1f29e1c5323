package io.tollgate.platform.api;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.Caller;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.PageReach;
import io.tollgate.platform.resource.FilterValues;
import io.tollgate.platform.resource.Resource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Restricts callers who see only some pages. Lists of records that belong to pages contain only those of these pages.
 * For a record of another page, the response is that of a record that does not exist. Everything else returns 403
 * {@code page_restricted}, so that a new endpoint is closed until its resource says to which page its records belong.
 *
 * <p>The page of a record never changes, so that it can be checked before the endpoint reads or locks the record.
 */
public final class PageGuard {
    /** Endpoints whose body names the page: the parameters and the problem of an unknown page. */
    private static final Map<String, Map<String, String>> NAMED_IN_BODY = Map.of(
            "POST /v1/bookings", Map.of("eventId", "no such event"),
            "POST /v1/quotes", Map.of("eventId", "no such event", "pageId", "no such checkout page"));

    /**
     * Endpoints that check the page themselves, because the ids in their path do not say which record it is, and those
     * for members themselves, which find nobody else.
     */
    private static final Set<String> CHECKED_INSIDE = Set.of(
            "POST /v1/tickets/validate/{checkInCode}",
            "GET /v1/members/{memberId}/sessions",
            "DELETE /v1/members/{memberId}/sessions/{sessionId}",
            "POST /v1/members/{memberId}/ownership-offer/accept");

    /** Parts of pages that show and change products, which belong to no page. */
    private static final String PRODUCTS = "/order-bumps";

    /** A copy is another page, which nobody with restricted access would reach. */
    private static final String DUPLICATE = "/duplicate";

    private final Database database;
    private final Map<String, Resource> resources;

    /** @param resources all that endpoints list and get */
    public PageGuard(Database database, List<Resource> resources) {
        this.database = database;
        this.resources = resources.stream().collect(Collectors.toMap(Resource::path, Function.identity()));
    }

    /** Lets a restricted caller pass, or fails. */
    private interface Check {
        Future<Void> of(Request request);
    }

    private static final Check PASS = request -> Future.succeededFuture();
    private static final Check REFUSE = request -> Future.failedFuture(PageReach.refusal());

    /** Returns a copy of an endpoint that restricts callers to their pages. */
    public Endpoint guarded(Endpoint endpoint) {
        Check check = check(endpoint);
        Endpoint.Operation operation = endpoint.operation();
        return endpoint.withOperation(request -> request.caller().pages() == null
                ? operation.answer(request)
                : check.of(request).compose(passed -> operation.answer(request)));
    }

    private Check check(Endpoint endpoint) {
        String name = endpoint.method().name() + " " + endpoint.path();
        if (CHECKED_INSIDE.contains(name)) {
            return PASS;
        }
        Map<String, String> params = NAMED_IN_BODY.get(name);
        if (params != null) {
            return request -> named(request, params);
        }
        List<String> parts = List.of(endpoint.path().split("/"));
        Resource resource = resources.get("/" + parts.get(1) + "/" + parts.get(2));
        boolean product = endpoint.writing() != null && endpoint.path().contains(PRODUCTS);
        if (resource == null
                || resource.pageField() == null
                || product
                || endpoint.path().endsWith(DUPLICATE)) {
            return REFUSE;
        }
        if (parts.size() == 3) {
            return endpoint.isList() ? PASS : REFUSE;
        }
        String id = parts.get(3);
        return id.startsWith("{") ? request -> ofPage(request, resource, id.substring(1, id.length() - 1)) : REFUSE;
    }

    /** Fails like a request that names a page which does not exist. */
    private static Future<Void> named(Request request, Map<String, String> params) {
        params.forEach((param, problem) -> {
            String sent = request.sentText(param);
            if (sent != null && FilterValues.isId(sent) && !request.caller().reaches(lower(sent))) {
                throw ApiError.invalid(param, problem, sent);
            }
        });
        return Future.succeededFuture();
    }

    /** Fails with 404 unless the record belongs to a page of the caller. The endpoint itself reports a malformed id. */
    private Future<Void> ofPage(Request request, Resource resource, String param) {
        String id = request.text(param);
        if (!FilterValues.isId(id)) {
            return Future.succeededFuture();
        }
        Caller caller = request.caller();
        if ("id".equals(resource.pageField())) {
            return caller.reaches(lower(id)) ? Future.succeededFuture() : notFound(resource);
        }
        return database.get(sql(resource), Tuple.of(caller.sellerId(), lower(id)))
                .compose(rows -> rows.size() == 1
                                && caller.reaches(rows.iterator().next().getString(0))
                        ? Future.<Void>succeededFuture()
                        : notFound(resource));
    }

    /** In both modes: the endpoint looks for the record in the mode that the request asks for. */
    static String sql(Resource resource) {
        return "SELECT " + resource.pageColumn() + " FROM " + resource.table()
                + " WHERE seller_id = $1 AND livemode IN (true, false) AND id = $2";
    }

    private static Future<Void> notFound(Resource resource) {
        return Future.failedFuture(ApiError.notFound(resource.noun()));
    }

    private static String lower(String id) {
        return id.toLowerCase(Locale.ROOT);
    }
}
