package io.tollgate.bench;

import io.tollgate.platform.records.ListSql;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.payment.Payments;
import java.util.List;
import java.util.Map;

/** Statements of the gateway with their values written out, for whoever has no parameters to bind. */
final class ListStatement {
    /** Nobody's record. */
    private static final String NO_ID = "0".repeat(24);

    private ListStatement() {}

    /** The first page of payments with its total. */
    static String first(Scope scope) {
        return inlined(ListSql.of(scope, ListRequest.parse(Payments.RESOURCE, List.of()), true));
    }

    /** What a search asks for when its total and its matches are remembered: whether they still hold. */
    static String remembered(Scope scope) {
        ListRequest search = ListRequest.parse(Payments.RESOURCE, List.of(Map.entry("search", "remembered")));
        return inlined(ListSql.of(scope, search, List.of(NO_ID)));
    }

    private static String inlined(ListSql list) {
        String sql = list.sql();
        for (int i = list.values().size(); i >= 1; i--) {
            sql = sql.replace("$" + i, literal(list.values().getValue(i - 1)));
        }
        return sql.replace('\n', ' ');
    }

    private static String literal(Object value) {
        if (value instanceof String[] texts) {
            return "'{" + String.join(",", texts) + "}'::text[]";
        }
        return value instanceof String ? "'" + value + "'" : value.toString();
    }
}
