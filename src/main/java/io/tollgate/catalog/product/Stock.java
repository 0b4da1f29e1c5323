package io.tollgate.catalog.product;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.records.Capacities;
import io.tollgate.platform.records.Capacities.Kind;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes the remaining stock of products and options to the capacity rows that purchases claim from. */
final class Stock {
    /** Locks the rows in the order in which purchases lock them. */
    private static final String DELETE = """
            DELETE FROM capacity WHERE seller_id = $1 AND (kind, owner_id) IN (
                SELECT kind, owner_id FROM capacity
                WHERE seller_id = $1 AND kind IN ('product', 'variant_option') AND owner_id = ANY ($2) AND taken = 0
                ORDER BY kind, owner_id FOR UPDATE)
            """;

    private Stock() {}

    /**
     * Writes the stock of a document where it differs from the former one. Locks the product first and then its options
     * by id, as purchases do.
     *
     * @param former the document before the change, or null for a new product
     */
    static Future<Void> write(WriteContext write, @Nullable ObjectNode former, ObjectNode product) {
        String id = product.get("id").textValue();
        Future<?> done = former == null || !remaining(former).equals(remaining(product))
                ? set(write, Kind.PRODUCT, id, remaining(product))
                : Future.succeededFuture();
        Map<String, Remaining> before = former == null ? Map.of() : options(former);
        for (Map.Entry<String, Remaining> option : options(product).entrySet()) {
            if (!option.getValue().equals(before.get(option.getKey()))) {
                done = done.compose(last -> set(write, Kind.VARIANT_OPTION, option.getKey(), option.getValue()));
            }
        }
        return done.mapEmpty();
    }

    /** Deletes the capacity rows of a deleted product and its options. Rows with claimed units stay. */
    static Future<Void> delete(WriteContext write, ObjectNode product) {
        String[] owners = Stream.concat(Stream.of(product.get("id").textValue()), options(product).keySet().stream())
                .toArray(String[]::new);
        return write.transaction()
                .preparedQuery(DELETE)
                .execute(Tuple.of(write.scope().sellerId(), (Object) owners))
                .mapEmpty();
    }

    /** The remaining units, or null for unlimited stock. */
    private record Remaining(@Nullable Integer units) {}

    private static Remaining remaining(JsonNode holder) {
        return new Remaining(
                holder.hasNonNull("stock") ? Integer.valueOf(holder.get("stock").intValue()) : null);
    }

    private static Map<String, Remaining> options(ObjectNode product) {
        Map<String, Remaining> options = new TreeMap<>();
        for (JsonNode variant : product.path("variants")) {
            variant.path("options")
                    .forEach(option -> options.put(option.get("id").textValue(), remaining(option)));
        }
        return options;
    }

    private static Future<Void> set(WriteContext write, Kind kind, String id, Remaining remaining) {
        return Capacities.leave(write.transaction(), write.scope(), kind, id, remaining.units());
    }
}
