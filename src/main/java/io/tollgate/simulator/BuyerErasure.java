package io.tollgate.simulator;

import io.tollgate.platform.resource.Scope;
import io.tollgate.processor.SimulatedBuyers;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Erases a buyer in the rows of simulated accounts. They are not indexed by buyer: each call reads a page of rows and
 * changes those that contain an address.
 */
public final class BuyerErasure implements SimulatedBuyers {
    private static final int READ_MAX = 200;

    /** Members beside an address that describe its owner. */
    private static final Set<String> PERSONAL = Set.of("name", "phone", "shipping", "address");

    /** Metadata of refunds: the id of the record, and the note of the seller. */
    private static final String RECORD = "tollgate_id";

    private static final String NOTE = "note";

    /** The table of a part, and how its rows are named and stored. */
    private record Table(String name, String key, String body, String cast) {
        static Table of(Part part) {
            return switch (part) {
                case OBJECTS -> new Table("simulated_object", "kind || '/' || id", "object", "::text::jsonb");
                case EVENTS -> new Table("simulated_event", "id", "body", "");
                case RESPONSES -> new Table("simulated_answer", "key", "body", "");
            };
        }

        String select() {
            return """
                    SELECT key, EXISTS (SELECT FROM unnest($4::text[]) t (wanted)
                                        WHERE position(t.wanted IN lower(body)) > 0), body
                    FROM (SELECT %s AS key, %s::text AS body FROM %s
                          WHERE seller_id = $1 AND livemode = $2 AND %s > $3 ORDER BY 1 LIMIT $5) page
                    ORDER BY key
                    """.formatted(key, body, name, key);
        }

        String update() {
            return "UPDATE %s SET %s = $4%s WHERE seller_id = $1 AND livemode = $2 AND %s = $3"
                    .formatted(name, body, cast, key);
        }
    }

    @Override
    public String table(Part part) {
        return Table.of(part).name();
    }

    @Override
    public Future<Page> erase(SqlConnection transaction, Scope scope, Part part, Buyer buyer, String after, int max) {
        Table table = Table.of(part);
        Rules rules = Rules.of(buyer);
        Tuple values = Tuple.of(scope.sellerId(), scope.live(), after)
                .addArrayOfString(Stream.concat(buyer.addresses().stream(), buyer.refundIds().stream())
                        .toArray(String[]::new))
                .addValue(READ_MAX);
        return transaction.preparedQuery(table.select()).execute(values).compose(rows -> {
            List<Tuple> changes = new ArrayList<>();
            String last = null;
            for (Row row : rows) {
                if (changes.size() == max) {
                    break;
                }
                last = row.getString(0);
                if (row.getBoolean(1)) {
                    JsonObject body = new JsonObject(row.getString(2));
                    String former = body.encode();
                    rules.erase(body);
                    if (!body.encode().equals(former)) {
                        changes.add(Tuple.of(scope.sellerId(), scope.live(), last, body.encode()));
                    }
                }
            }
            String next = rows.size() < READ_MAX && changes.size() < max ? null : last;
            return changes.isEmpty()
                    ? Future.succeededFuture(new Page(0, next))
                    : transaction
                            .preparedQuery(table.update())
                            .executeBatch(changes)
                            .map(new Page(changes.size(), next));
        });
    }

    /**
     * What is replaced in objects.
     *
     * @param addresses matches the addresses
     */
    private record Rules(Pattern addresses, Set<String> refundIds, String replacement) {
        static Rules of(Buyer buyer) {
            String any = buyer.addresses().stream().map(Pattern::quote).collect(Collectors.joining("|"));
            // Without an address, nothing matches.
            Pattern addresses = Pattern.compile(any.isEmpty() ? "(?!)" : any, Pattern.CASE_INSENSITIVE);
            return new Rules(addresses, Set.copyOf(buyer.refundIds()), buyer.replacement());
        }

        /** Replaces the addresses in an object, and clears what is beside them. */
        void erase(JsonObject object) {
            boolean owner = false;
            for (String name : List.copyOf(object.fieldNames())) {
                Object value = object.getValue(name);
                Object erased = erased(value);
                owner |= value instanceof String && !value.equals(erased);
                object.put(name, erased);
            }
            if (owner) {
                PERSONAL.stream().filter(object::containsKey).forEach(object::putNull);
            }
            if (object.getValue(RECORD) instanceof String id && refundIds.contains(id)) {
                object.remove(NOTE);
            }
        }

        private @Nullable Object erased(@Nullable Object value) {
            if (value instanceof JsonObject object) {
                erase(object);
                return object;
            }
            if (value instanceof JsonArray array) {
                JsonArray erased = new JsonArray();
                array.forEach(item -> erased.add(erased(item)));
                return erased;
            }
            return value instanceof String text
                    ? addresses.matcher(text).replaceAll(Matcher.quoteReplacement(replacement))
                    : value;
        }
    }
}
