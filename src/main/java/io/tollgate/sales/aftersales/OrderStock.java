package io.tollgate.sales.aftersales;

import io.tollgate.platform.records.Capacities.Kind;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.booking.CapacityRelease.Goods;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The products and variant options of an order, which a refund or a cancellation returns once. */
final class OrderStock {
    private static final String FIRST = """
            INSERT INTO restocked_order (seller_id, livemode, charge_id) VALUES ($1, $2, $3)
            ON CONFLICT DO NOTHING
            """;

    /** Orders of hosted pages say what they took. Imported payments took their product and its options. */
    private static final String TAKEN = """
            WITH page_order AS (
                SELECT claims FROM checkout
                WHERE seller_id = $1 AND livemode = $2 AND charge_id = $3 AND status <> 'REFUNDED'
            ), imported AS (
                SELECT convert_from(record, 'UTF8')::jsonb AS record FROM payment
                WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND NOT EXISTS (
                    SELECT FROM checkout WHERE seller_id = $1 AND livemode = $2 AND charge_id = $3)
            )
            SELECT kind, owner_id, sum(quantity)::int FROM (
                SELECT lower(claim ->> 0), claim ->> 1, (claim ->> 2)::int
                FROM page_order CROSS JOIN jsonb_array_elements(claims) claim
                WHERE claim ->> 0 IN ('PRODUCT', 'VARIANT_OPTION')
                UNION ALL
                SELECT 'product', record ->> 'productId', (record ->> 'quantity')::int FROM imported
                UNION ALL
                SELECT 'variant_option', option ->> 'optionId', (option ->> 'quantity')::int
                FROM imported CROSS JOIN jsonb_path_query(record, '$.variants[*].selectedOptions[*]') option
            ) taken (kind, owner_id, quantity)
            WHERE owner_id IS NOT NULL AND quantity > 0
            GROUP BY 1, 2
            """;

    private OrderStock() {}

    /** Returns what an order gives back, in the order of claims. It is empty if it was given back before. */
    static Future<List<Goods>> take(WriteContext write, String chargeId) {
        if (!write.scope().live()) {
            return Future.succeededFuture(List.of());
        }
        Tuple key = Tuple.of(write.scope().sellerId(), write.scope().live(), chargeId);
        return write.transaction()
                .preparedQuery(FIRST)
                .execute(key)
                .compose(inserted -> inserted.rowCount() == 0
                        ? Future.succeededFuture(List.of())
                        : write.transaction().preparedQuery(TAKEN).execute(key).map(rows -> {
                            List<Goods> goods = new ArrayList<>();
                            for (Row row : rows) {
                                Kind kind = Kind.valueOf(row.getString(0).toUpperCase(Locale.ROOT));
                                goods.add(new Goods(kind, row.getString(1), row.getInteger(2)));
                            }
                            goods.sort(Comparator.comparing(Goods::kind).thenComparing(Goods::ownerId));
                            return goods;
                        }));
    }
}
