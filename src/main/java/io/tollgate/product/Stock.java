package io.tollgate.product;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.records.Capacities;
import io.tollgate.records.Capacities.Kind;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keeps what is left of a product and of its options where purchases take from it. */
final class Stock {
    /** In the order in which purchases lock them. */
    private static final String FORGET = """
            DELETE FROM capacity WHERE seller_id = $1 AND (kind, owner_id) IN (
                SELECT kind, owner_id FROM capacity
                WHERE seller_id = $1 AND kind IN ('product', 'variant_option') AND owner_id = ANY ($2) AND taken = 0
                ORDER BY kind, owner_id FOR UPDATE)
            """;

    private Stock() {}

    /**
     * Writes what a document says is left, where it says otherwise than before. The product comes
     * first, then its options by id, as purchases claim them.
     *
     * @param former null where the product is new
     */
    static Future<Void> write(WriteContext write, @Nullable ObjectNode former, ObjectNode product) {
        String id = product.get("id").textValue();
        Future<?> done = former == null || !left(former).equals(left(product))
                ? set(write, Kind.PRODUCT, id, left(product))
                : Future.succeededFuture();
        Map<String, Left> before = former == null ? Map.of() : options(former);
        for (Map.Entry<String, Left> option : options(product).entrySet()) {
            if (!option.getValue().equals(before.get(option.getKey()))) {
                done = done.compose(last -> set(write, Kind.VARIANT_OPTION, option.getKey(), option.getValue()));
            }
        }
        return done.mapEmpty();
    }

    /** Takes away the rows of a product that is gone. */
    static Future<Void> forget(WriteContext write, ObjectNode product) {
        String[] owners = Stream.concat(Stream.of(product.get("id").textValue()), options(product).keySet().stream())
                .toArray(String[]::new);
        return write.transaction()
                .preparedQuery(FORGET)
                .execute(Tuple.of(write.scope().sellerId(), (Object) owners))
                .mapEmpty();
    }

    /** What is left, null for no limit. */
    private record Left(@Nullable Integer number) {}

    private static Left left(JsonNode holder) {
        return new Left(
                holder.hasNonNull("stock") ? Integer.valueOf(holder.get("stock").intValue()) : null);
    }

    private static Map<String, Left> options(ObjectNode product) {
        Map<String, Left> options = new TreeMap<>();
        for (JsonNode variant : product.path("variants")) {
            variant.path("options")
                    .forEach(option -> options.put(option.get("id").textValue(), left(option)));
        }
        return options;
    }

    private static Future<Void> set(WriteContext write, Kind kind, String id, Left left) {
        return Capacities.leave(write.transaction(), write.scope(), kind, id, left.number());
    }
}
