package io.tollgate.tools.doctor;

import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The existing ids by seller, mode (if the resource has modes) and type. */
final class KnownIds {
    /** Ids inside catalog documents: prices, variants, options and fields. */
    static final String PART = "part of the catalog";

    private final Map<String, IdSet> sets = new HashMap<>();

    static KnownIds read(Sql sql, List<Resource> recorded) throws SQLException {
        KnownIds known = new KnownIds();
        for (Resource resource : recorded) {
            sql.each(
                    "SELECT seller_id, livemode, id FROM " + resource.table(),
                    row -> known.set(row.getString(1), row.getBoolean(2), resource.table())
                            .add(row.getString(3)));
        }
        for (String table : CatalogRules.TABLES) {
            sql.each("SELECT seller_id, id, document::text FROM " + table, row -> {
                for (boolean live : new boolean[] {true, false}) {
                    known.set(row.getString(1), live, table).add(row.getString(2));
                    known.parts(row.getString(1), live, row.getString(3));
                }
            });
        }
        return known;
    }

    private void parts(String sellerId, boolean live, String document) {
        IdSet parts = set(sellerId, live, PART);
        StoredJson.parse(document).findValues("id").forEach(id -> parts.add(id.asText()));
    }

    private IdSet set(String sellerId, boolean live, String kind) {
        return sets.computeIfAbsent(sellerId + live + kind, key -> new IdSet());
    }

    boolean has(Scope scope, String kind, String id) {
        return set(scope.sellerId(), scope.live(), kind).contains(id);
    }
}
