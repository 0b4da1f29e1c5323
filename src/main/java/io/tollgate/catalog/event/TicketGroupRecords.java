package io.tollgate.catalog.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.records.Capacities;
import io.tollgate.platform.records.Capacities.Kind;
import io.tollgate.platform.records.CatalogDocuments.Capacity;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes stored ticket groups and ticket types with their capacities. Callers that change them lock the
 * event first, so that the changes of one event are serialized. Bookings do not lock the event.
 */
final class TicketGroupRecords {
    /** The time of the last change. It is stored so that each state has its own ETag, and not part of responses. */
    static final String CHANGED = "updatedAt";

    private static final String POSITION = "SELECT coalesce(max(position) + 1, 0) FROM ";

    private TicketGroupRecords() {}

    /** The stored groups and types of one event, each with its capacity. */
    record Documents(List<ObjectNode> groups, List<ObjectNode> types) {}

    static Future<Documents> load(WriteContext write, String eventId) {
        return documents(write, "ticket_group", eventId)
                .compose(groups -> documents(write, "ticket_type", eventId).map(types -> new Documents(groups, types)));
    }

    private static Future<List<ObjectNode>> documents(WriteContext write, String table, String eventId) {
        return write.catalog()
                .documents(write.scope(), table, "page_id", List.of(eventId), "position")
                .compose(found -> {
                    List<ObjectNode> all = found.getOrDefault(eventId, List.of());
                    List<String> ids = all.stream().map(NamedDocuments::id).toList();
                    return write.catalog().capacities(write.scope(), table, ids).map(capacities -> {
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

    /**
     * Adds the capacity to a document.
     *
     * @param target the object of the document that has the field {@code capacity}
     */
    static Future<Stored> withCapacity(WriteContext write, Kind kind, Stored stored, ObjectNode target) {
        String id = NamedDocuments.id(stored.record());
        return write.catalog()
                .capacities(write.scope(), kind.column(), List.of(id))
                .map(found -> {
                    target.put("capacity", of(found, id).capacity());
                    return stored;
                });
    }

    static Future<Void> insertGroup(WriteContext write, String eventId, ObjectNode group) {
        return nextPosition(write, "ticket_group", "page_id", eventId)
                .compose(position -> insert(
                        write,
                        TicketGroups.STORED,
                        Kind.TICKET_GROUP,
                        group,
                        Map.of("page_id", eventId, "position", position)));
    }

    static Future<Void> insertType(WriteContext write, String eventId, ObjectNode type) {
        String groupId = type.path("ticketGroupId").asText();
        return nextPosition(write, "ticket_type", "ticket_group_id", groupId)
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

    /** Returns the position after the last group of an event, or after the last type of a group. */
    static Future<Integer> nextPosition(WriteContext write, String table, String column, String id) {
        return write.transaction()
                .preparedQuery(POSITION + table + " WHERE seller_id = $1 AND " + column + " = $2")
                .execute(Tuple.of(write.scope().sellerId(), id))
                .map(rows -> rows.iterator().next().getInteger(0));
    }

    /**
     * Stores the capacity. Fails with 409 if more is already sold.
     *
     * @param source the object of the document that has the field {@code capacity}
     */
    static Future<Void> setCapacity(WriteContext write, Kind kind, ObjectNode document, ObjectNode source) {
        String id = NamedDocuments.id(document);
        Integer capacity = EventDetails.capacity(source);
        return Capacities.set(write.transaction(), write.scope(), kind, id, capacity)
                .compose(set -> set
                        ? Future.succeededFuture()
                        : write.catalog()
                                .capacities(write.scope(), kind.column(), List.of(id))
                                .compose(found -> Future.failedFuture(belowSold(
                                        document.path("name").asText(),
                                        capacity,
                                        of(found, id).taken()))));
    }

    private static ApiError belowSold(String name, @Nullable Integer capacity, int sold) {
        return ApiError.conflict(
                "capacity_below_sold",
                "The capacity of " + name + " cannot be " + capacity + ": " + sold + " tickets are already sold");
    }

    /** Locks the group or type that the request names. Fails with 404, or with 412 if {@code If-Match} differs. */
    static Future<Stored> lock(WriteContext write, Resource resource, Kind kind, String id) {
        return write.lock(write.scope(), resource, id)
                .compose(stored -> withCapacity(write, kind, stored, stored.record()));
    }

    /** Locks another group or type that changes too. Does not check {@code If-Match}. */
    static Future<Stored> lockUnconditionally(WriteContext write, Resource resource, Kind kind, String id) {
        return Records.lock(write.transaction(), write.scope(), resource, id)
                .compose(stored -> withCapacity(write, kind, stored, stored.record()));
    }

    static Future<Stored> update(
            WriteContext write, Resource resource, Stored former, ObjectNode document, Map<String, ?> columns) {
        document.put(CHANGED, former.record().path(CHANGED).textValue());
        return write.update(resource, former, document, columns);
    }

    /**
     * Moves the sold tickets of a type from the capacity of one group to that of another. Locks in the order of
     * {@link Capacities}, so that it cannot deadlock. Fails with 409 if the other group has too little capacity left.
     */
    static Future<Void> moveSold(WriteContext write, ObjectNode type, String from, ObjectNode to) {
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
                    return sold == 0 ? Future.succeededFuture() : moveClaim(write, sold, from, to);
                });
    }

    private static Future<Void> moveClaim(WriteContext write, int sold, String from, ObjectNode to) {
        return Capacities.release(write.transaction(), write.scope(), Kind.TICKET_GROUP, from, sold)
                .compose(released -> Capacities.claim(
                        write.transaction(), write.scope(), Kind.TICKET_GROUP, NamedDocuments.id(to), sold))
                .compose(claimed -> claimed
                        ? Future.succeededFuture()
                        : Future.failedFuture(ApiError.conflict(
                                "capacity_below_sold",
                                to.path("name").asText() + " has too little capacity left for the " + sold
                                        + " sold tickets of this type")));
    }

    /** Runs an asynchronous step for each element, one after the other. */
    static <T> Future<Void> forEach(Iterable<T> all, Function<T, Future<Void>> step) {
        Future<Void> done = Future.succeededFuture();
        for (T one : all) {
            done = done.compose(before -> step.apply(one));
        }
        return done;
    }
}
