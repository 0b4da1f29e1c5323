package io.tollgate.sales.erasure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.customer.Pseudonym;
import io.tollgate.platform.records.Capacities;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.PersonalValues;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.booking.CouponCustomer;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the personal values of the records of a customer. The changes cause events, so that the systems of the
 * seller learn of them.
 */
public record RecordErasure(
        Resource resource, String condition, @Override List<String> tables) implements ErasureStep {
    /** The statuses of orders that use their coupon. Orders that were canceled do not. */
    private static final Set<String> UNUSED = Set.of(
            "draft", "draft_expired", "created", "pending", "failed", "canceled", "incomplete", "incomplete_expired");

    /** A step for the records that name the customer. */
    RecordErasure(Resource resource) {
        this(resource, "customer_id = $3", tables(resource));
    }

    private static List<String> tables(Resource resource) {
        return resource.search().exists()
                ? List.of(resource.table(), resource.table() + "_lookup", "capacity")
                : List.of(resource.table(), "capacity");
    }

    @Override
    public String kind() {
        return resource.name();
    }

    @Override
    public Future<Done> run(WriteContext write, ErasedCustomer customer, String after) {
        String sql = "SELECT seller_id, livemode, record, id FROM " + resource.table()
                + " WHERE seller_id = $1 AND livemode = $2 AND " + condition + " AND id > $8"
                + ErasedCustomer.ALL_PARAMETERS + " ORDER BY id LIMIT $9 FOR NO KEY UPDATE";
        return write.transaction()
                .preparedQuery(sql)
                .execute(customer.parameters().addValue(after).addValue(ROWS_MAX))
                .compose(rows -> {
                    List<Stored> page = new ArrayList<>();
                    for (Row row : rows) {
                        TenantGuard.requireTenant(write.scope(), row);
                        page.add(new Stored(row.getBuffer(2), StoredJson.parse(row.getBuffer(2))));
                    }
                    return erase(write, customer, page);
                });
    }

    private Future<Done> erase(WriteContext write, ErasedCustomer customer, List<Stored> page) {
        PersonalValues values = new PersonalValues(customer.pseudonym());
        Identifiers found = new Identifiers();
        List<Future<?>> updates = new ArrayList<>();
        for (Stored stored : page) {
            ObjectNode erased = values.erase(resource.fields(), stored.record());
            if (!erased.equals(stored.record())) {
                found.add(stored.record());
                found.move(resource, stored.record(), customer.pseudonym());
                updates.add(write.update(write.scope(), resource, stored, erased));
            }
        }
        String next =
                page.size() < ROWS_MAX ? null : id(page.get(page.size() - 1).record());
        return Future.all(updates)
                .compose(done -> found.moveUses(write))
                .map(moved -> new Done(
                        updates.size(),
                        next,
                        List.copyOf(found.addresses),
                        List.copyOf(found.processorIds),
                        List.of()));
    }

    private static String id(ObjectNode record) {
        return record.path("id").textValue();
    }

    @Override
    public Future<@Nullable Long> count(WriteContext write, ErasedCustomer customer) {
        String sql = "SELECT count(*) FROM " + resource.table() + " WHERE seller_id = $1 AND livemode = $2 AND "
                + condition + ErasedCustomer.ALL_PARAMETERS;
        return RowErasure.count(write, customer, sql);
    }

    /** What identifies the customer elsewhere, in the records of a page. */
    private static final class Identifiers {
        private final Set<String> addresses = new HashSet<>();
        private final Set<String> processorIds = new HashSet<>();

        /** The uses of coupons that move to the pseudonym, by their former owners. */
        private final TreeMap<String, Use> uses = new TreeMap<>();

        private record Use(String owner, int count) {}

        void add(ObjectNode record) {
            Stream.of(record.path("customerEmail"), record.path("billing").path("email"))
                    .map(JsonNode::textValue)
                    .filter(Objects::nonNull)
                    .filter(email -> !Pseudonym.is(email))
                    .forEach(addresses::add);
            String processorId = record.path("processorCustomerId").textValue();
            if (processorId != null) {
                processorIds.add(processorId);
            }
        }

        void move(Resource resource, ObjectNode record, String pseudonym) {
            String coupon = record.path("couponId").isTextual()
                    ? record.path("couponId").textValue()
                    : record.path("coupon").path("id").textValue();
            String email = record.path("customerEmail").textValue();
            boolean used = !UNUSED.contains(record.path("status").asText())
                    && !record.path("orderStatus").asText().equals("canceled");
            if (coupon != null
                    && email != null
                    && !Pseudonym.is(email)
                    && used
                    && !resource.table().equals("subscription_payment")) {
                String former = CouponCustomer.of(coupon, email).id();
                String owner = CouponCustomer.of(coupon, pseudonym).id();
                uses.merge(former, new Use(owner, 1), (one, other) -> new Use(owner, one.count() + other.count()));
            }
        }

        /** Moves uses in the order of locks. What was not counted before is not counted afterwards. */
        Future<Void> moveUses(WriteContext write) {
            if (uses.isEmpty() || !write.scope().live()) {
                return Future.succeededFuture();
            }
            List<Capacities.Owner> locked = Stream.concat(
                            uses.keySet().stream(), uses.values().stream().map(Use::owner))
                    .distinct()
                    .map(id -> new Capacities.Owner(Capacities.Kind.COUPON_CUSTOMER, id))
                    .toList();
            Future<Void> moved = Capacities.lock(write.transaction(), write.scope(), locked);
            for (Map.Entry<String, Use> use : uses.entrySet()) {
                moved = moved.compose(done -> Capacities.moveUses(
                        write.transaction(),
                        write.scope(),
                        use.getKey(),
                        use.getValue().owner(),
                        use.getValue().count()));
            }
            return moved;
        }
    }
}
