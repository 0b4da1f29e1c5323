package io.tollgate.coupon;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.error.ApiError;
import io.tollgate.http.Write;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Where a coupon may be used: pages of the seller, and ticket types of these pages. */
final class CouponPlaces {
    private static final String PAGES = "SELECT count(*) FROM page WHERE seller_id = $1 AND id = ANY ($2)";
    private static final String TYPES =
            "SELECT count(*) FROM ticket_type WHERE seller_id = $1 AND id = ANY ($2) AND page_id = ANY ($3)";

    private CouponPlaces() {}

    /** 400 where a page is not the seller's, or a ticket type not of one of the pages. */
    static Future<Void> check(Write write, JsonNode pageIds, JsonNode ticketTypeIds) {
        Set<String> pages = distinct(pageIds);
        Set<String> types = distinct(ticketTypeIds);
        return count(write, pages.isEmpty(), PAGES, Tuple.of(write.scope().sellerId(), array(pages)))
                .compose(found -> {
                    List<ApiError.Problem> problems = new ArrayList<>();
                    if (found < pages.size()) {
                        problems.add(new ApiError.Problem(
                                "pageIds",
                                "One or more page IDs not found or not owned by your account",
                                List.copyOf(pages)));
                    }
                    Tuple values = Tuple.of(write.scope().sellerId(), array(types), array(pages));
                    return count(write, types.isEmpty(), TYPES, values).map(there -> {
                        if (there < types.size()) {
                            problems.add(new ApiError.Problem(
                                    "ticketTypeIds",
                                    "One or more ticket type IDs not found on the pages of the coupon",
                                    List.copyOf(types)));
                        }
                        if (!problems.isEmpty()) {
                            throw ApiError.invalid(problems);
                        }
                        return null;
                    });
                });
    }

    private static Future<Long> count(Write write, boolean none, String sql, Tuple values) {
        if (none) {
            return Future.succeededFuture(0L);
        }
        return write.transaction().preparedQuery(sql).execute(values).map(rows -> {
            Row row = rows.iterator().next();
            return row.getLong(0);
        });
    }

    private static Set<String> distinct(JsonNode ids) {
        Set<String> distinct = new HashSet<>();
        ids.forEach(id -> distinct.add(id.textValue()));
        return distinct;
    }

    private static Object array(Set<String> ids) {
        return ids.toArray(String[]::new);
    }
}
