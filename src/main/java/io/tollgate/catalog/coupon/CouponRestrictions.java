package io.tollgate.catalog.coupon;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates the pages and ticket types to which a coupon is restricted. */
final class CouponRestrictions {
    private static final String PAGES = "SELECT id FROM page WHERE seller_id = $1 AND id = ANY ($2)";
    private static final String TYPES =
            "SELECT id FROM ticket_type WHERE seller_id = $1 AND id = ANY ($2) AND page_id = ANY ($3)";

    private static final String PAGE_UNKNOWN = "One or more page IDs not found or not owned by your account";
    private static final String TYPE_UNKNOWN = "One or more ticket type IDs not found on the pages of the coupon";
    private static final int PROBLEMS_MAX = 100;

    private CouponRestrictions() {}

    /** Fails with a 400 if a page belongs to another seller, or if a ticket type does not belong to the pages. */
    static Future<Void> validate(WriteContext write, JsonNode pageIds, JsonNode ticketTypeIds) {
        Set<String> pages = distinct(pageIds);
        Set<String> types = distinct(ticketTypeIds);
        String seller = write.scope().sellerId();
        return findIds(write, pages, PAGES, Tuple.of(seller, array(pages)))
                .compose(sellerPages -> findIds(write, types, TYPES, Tuple.of(seller, array(types), array(pages)))
                        .map(pageTypes -> {
                            List<ApiError.Problem> problems = new ArrayList<>();
                            addUnknown("pageIds", pageIds, sellerPages, PAGE_UNKNOWN, problems);
                            addUnknown("ticketTypeIds", ticketTypeIds, pageTypes, TYPE_UNKNOWN, problems);
                            if (!problems.isEmpty()) {
                                throw ApiError.invalid(problems);
                            }
                            return null;
                        }));
    }

    private static Future<Set<String>> findIds(WriteContext write, Set<String> ids, String sql, Tuple values) {
        if (ids.isEmpty()) {
            return Future.succeededFuture(Set.of());
        }
        return write.transaction().preparedQuery(sql).execute(values).map(rows -> {
            Set<String> found = new HashSet<>();
            rows.forEach(row -> found.add(row.getString(0)));
            return found;
        });
    }

    private static void addUnknown(
            String key, JsonNode ids, Set<String> found, String message, List<ApiError.Problem> problems) {
        for (int i = 0; i < ids.size() && problems.size() < PROBLEMS_MAX; i++) {
            String id = ids.get(i).textValue();
            if (!found.contains(id)) {
                problems.add(new ApiError.Problem(key + "[" + i + "]", message, id));
            }
        }
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
