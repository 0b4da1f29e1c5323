package io.tollgate.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.Times;
import io.tollgate.error.ApiError;
import io.tollgate.records.Capacities;
import io.tollgate.records.Capacities.Kind;
import io.tollgate.records.CatalogDocuments.Capacity;
import io.tollgate.records.Records;
import io.tollgate.records.Records.Stored;
import io.tollgate.resource.Resource;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the groups and types of events with their capacities. Who changes them holds the
 * event, so that no two change the offer of one event at once; who buys does not.
 */
final class OfferRecords {
    /** When a group or type was last changed: kept so that each state has a name of its own, not shown. */
    static final String CHANGED = "updatedAt";

    private static final String POSITION = "SELECT coalesce(max(position) + 1, 0) FROM ";

    private OfferRecords() {}

    /** An event's groups and types as they are kept, each with its capacity; the caller holds the event. */
    record Offer(List<ObjectNode> groups, List<ObjectNode> types) {}

    static Future<Offer> load(WriteContext write, String eventId) {
        return documents(write, "ticket_group", eventId)
                .compose(groups -> documents(write, "ticket_type", eventId).map(types -> new Offer(groups, types)));
    }

    private static Future<List<ObjectNode>> documents(WriteContext write, String table, String eventId) {
        return write.catalogue()
                .documents(write.scope(), table, "page_id", List.of(eventId), "position")
                .compose(found -> {
                    List<ObjectNode> all = found.getOrDefault(eventId, List.of());
                    List<String> ids = all.stream().map(NamedDocuments::id).toList();
                    return write.catalogue()
                            .capacities(write.scope(), table, ids)
                            .map(capacities -> {
                                all.forEach(one -> one.put(
                                        "capacity",
                                        of(capacities, NamedDocuments.id(one)).capacity()));
                                return all;
                            });
                });
    }

    private static Capacity of(Map<String, Capacity> capacities, String id) {
        return capacities.getOrDefault(id, Capacity.UNLIMITED);
    }

    /** Completes a document that is held with its capacity, at the object that shows it. */
    static Future<Stored> withCapacity(WriteContext write, Kind kind, Stored stored, ObjectNode holder) {
        String id = NamedDocuments.id(stored.record());
        return write.catalogue()
                .capacities(write.scope(), kind.column(), List.of(id))
                .map(found -> {
                    holder.put("capacity", of(found, id).capacity());
                    return stored;
                });
    }

    static Future<Void> insertGroup(WriteContext write, String eventId, ObjectNode group) {
        return position(write, "ticket_group", "page_id", eventId)
                .compose(position -> insert(
                        write,
                        TicketGroups.STORED,
                        Kind.TICKET_GROUP,
                        group,
                        Map.of("page_id", eventId, "position", position)));
    }

    static Future<Void> insertType(WriteContext write, String eventId, ObjectNode type) {
        String groupId = type.path("ticketGroupId").asText();
        return position(write, "ticket_type", "ticket_group_id", groupId)
                .compose(position -> insert(
                        write,
                        TicketGroups.TYPE_STORED,
                        Kind.TICKET_TYPE,
                        type,
                        Map.of("page_id", eventId, "ticket_group_id", groupId, "position", position)));
    }

    private static Future<Void> insert(
            WriteContext write, Resource resource, Kind kind, ObjectNode document, Map<String, ?> columns) {
        document.put(CHANGED, Times.text(write.now()));
        return write.insert(resource, document, columns)
                .compose(stored -> setCapacity(write, kind, document, document));
    }

    /** The place after the last one. */
    static Future<Integer> position(WriteContext write, String table, String column, String id) {
        return write.transaction()
                .preparedQuery(POSITION + table + " WHERE seller_id = $1 AND " + column + " = $2")
                .execute(Tuple.of(write.scope().sellerId(), id))
                .map(rows -> rows.iterator().next().getInteger(0));
    }

    /** 409 where more is sold already. */
    static Future<Void> setCapacity(WriteContext write, Kind kind, ObjectNode document, ObjectNode holder) {
        String id = NamedDocuments.id(document);
        Integer capacity = EventDetails.capacity(holder);
        return Capacities.set(write.transaction(), write.scope(), kind, id, capacity)
                .compose(set -> set
                        ? Future.succeededFuture()
                        : write.catalogue()
                                .capacities(write.scope(), kind.column(), List.of(id))
                                .compose(found -> Future.failedFuture(tooMany(
                                        document.path("name").asText(),
                                        capacity,
                                        of(found, id).taken()))));
    }

    private static ApiError tooMany(String name, @Nullable Integer capacity, int taken) {
        return ApiError.conflict(
                "capacity_below_sold",
                "The capacity of " + name + " cannot be " + capacity + ": " + taken + " are sold already");
    }

    /** One that is held; 404 where there is none, 412 where it is not as the request expects. */
    static Future<Stored> lock(WriteContext write, Resource resource, Kind kind, String id) {
        return write.lock(write.scope(), resource, id)
                .compose(stored -> withCapacity(write, kind, stored, stored.record()));
    }

    /** One that changes beside what the request is about. */
    static Future<Stored> holdBeside(WriteContext write, Resource resource, Kind kind, String id) {
        return Records.lock(write.transaction(), write.scope(), resource, id)
                .compose(stored -> withCapacity(write, kind, stored, stored.record()));
    }

    static Future<Stored> update(
            WriteContext write, Resource resource, Stored former, ObjectNode document, Map<String, ?> columns) {
        document.put(CHANGED, former.record().path(CHANGED).textValue());
        return write.update(resource, former, document, columns);
    }

    /**
     * Takes the tickets that a type has sold from one group's places to another's: in the order in which
     * all take them, so that no two wait for each other. 409 where the other has not so many left.
     */
    static Future<Void> move(WriteContext write, ObjectNode type, String from, ObjectNode to) {
        String lock = "SELECT owner_id, taken FROM capacity WHERE seller_id = $1 AND kind = $2 AND owner_id = ANY ($3)"
                + " ORDER BY owner_id FOR UPDATE";
        String seller = write.scope().sellerId();
        String target = NamedDocuments.id(to);
        Map<String, Integer> taken = new HashMap<>();
        return write.transaction()
                .preparedQuery(lock)
                .execute(Tuple.of(seller, Kind.TICKET_GROUP.column(), new String[] {from, target}))
                .compose(groups -> write.transaction()
                        .preparedQuery(lock)
                        .execute(Tuple.of(seller, Kind.TICKET_TYPE.column(), new String[] {NamedDocuments.id(type)})))
                .compose(types -> {
                    types.forEach(row -> taken.put(row.getString(0), row.getInteger(1)));
                    int sold = taken.getOrDefault(NamedDocuments.id(type), 0);
                    return sold == 0 ? Future.succeededFuture() : pass(write, sold, from, to);
                });
    }

    private static Future<Void> pass(WriteContext write, int sold, String from, ObjectNode to) {
        return Capacities.release(write.transaction(), write.scope(), Kind.TICKET_GROUP, from, sold)
                .compose(released -> Capacities.claim(
                        write.transaction(), write.scope(), Kind.TICKET_GROUP, NamedDocuments.id(to), sold))
                .compose(claimed -> claimed
                        ? Future.succeededFuture()
                        : Future.failedFuture(ApiError.conflict(
                                "capacity_below_sold",
                                "The capacity of " + to.path("name").asText() + " has no room for the " + sold
                                        + " tickets that are sold of this type")));
    }

    /** One after the other. */
    static <T> Future<Void> each(Iterable<T> all, Function<T, Future<Void>> step) {
        Future<Void> done = Future.succeededFuture();
        for (T one : all) {
            done = done.compose(before -> step.apply(one));
        }
        return done;
    }
}
