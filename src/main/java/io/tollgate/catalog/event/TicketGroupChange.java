package io.tollgate.catalog.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.page.Templates;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.records.Capacities.Kind;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A change of the ticket groups and ticket types of one event. The event is locked until the end of the write. */
final class TicketGroupChange {
    private final WriteContext write;
    private final Composition.Factory composition;
    private final Stored event;
    private final TicketGroupDraft draft;

    private TicketGroupChange(
            WriteContext write, Composition.Factory composition, Stored event, TicketGroupDraft draft) {
        this.write = write;
        this.composition = composition;
        this.event = event;
        this.draft = draft;
    }

    /** Locks the event and loads its groups and types. Fails with 404 if there is no such event. */
    static Future<TicketGroupChange> begin(
            WriteContext write, Composition.Factory composition, String eventId, Map<String, ObjectNode> images) {
        return Records.lock(write.transaction(), write.scope(), Events.RESOURCE, eventId)
                .compose(event -> TicketGroupRecords.load(write, eventId)
                        .map(stored -> new TicketGroupChange(
                                write,
                                composition,
                                event,
                                new TicketGroupDraft(
                                        stored.groups(),
                                        stored.types(),
                                        write::newId,
                                        images,
                                        true,
                                        detail(event, "startDate"),
                                        detail(event, "currency")))));
    }

    private static String detail(Stored event, String name) {
        return event.record().path(NewEvent.DETAILS).path(name).asText("");
    }

    TicketGroupDraft draft() {
        return draft;
    }

    String eventId() {
        return NamedDocuments.id(event.record());
    }

    ObjectNode group(String id) {
        return found(draft.group(id), TicketGroups.RESOURCE);
    }

    ObjectNode type(String groupId, String id) {
        group(groupId);
        ObjectNode type = draft.type(id);
        boolean within = type != null && type.path("ticketGroupId").asText().equals(groupId);
        return found(within ? type : null, TicketGroups.TYPE_RESOURCE);
    }

    private static ObjectNode found(@Nullable ObjectNode document, Resource resource) {
        if (document == null) {
            throw ApiError.notFound(resource.noun());
        }
        return document;
    }

    /** Throws a 422 if the event would have too many groups or types. */
    void requireLimits() {
        requireAtMost(draft.groups().size(), TicketGroups.GROUPS_MAX, "ticket groups");
        requireAtMost(draft.types().size(), TicketGroups.TYPES_MAX, "ticket types");
    }

    private static void requireAtMost(int count, int max, String what) {
        if (count > max) {
            throw ApiError.unprocessable(
                    "too_many_" + what.replace(' ', '_'), "An event can have at most " + max + " " + what);
        }
    }

    /** Updates a group from the draft. */
    Future<Void> updateGroup(Stored former) {
        ObjectNode group = group(NamedDocuments.id(former.record()));
        return updateCapacity(Kind.TICKET_GROUP, former, group)
                .compose(done -> TicketGroupRecords.update(write, TicketGroups.STORED, former, group, Map.of()))
                .mapEmpty();
    }

    /**
     * Updates a type from the draft, its capacity, and the groups whose {@code preselect} the change makes invalid.
     * Capacities are locked after the groups.
     */
    Future<Void> updateType(Stored former) {
        ObjectNode type = found(draft.type(NamedDocuments.id(former.record())), TicketGroups.TYPE_RESOURCE);
        String from = former.record().path("ticketGroupId").asText();
        ObjectNode to = group(type.path("ticketGroupId").asText());
        boolean moves = !NamedDocuments.id(to).equals(from);
        return updatePreselects()
                .<Map<String, ?>>compose(done -> moves ? move(type, from, to) : Future.succeededFuture(Map.of()))
                .compose(columns -> updateCapacity(Kind.TICKET_TYPE, former, type)
                        .compose(done ->
                                TicketGroupRecords.update(write, TicketGroups.TYPE_STORED, former, type, columns)))
                .mapEmpty();
    }

    private Future<Map<String, ?>> move(ObjectNode type, String from, ObjectNode to) {
        String target = NamedDocuments.id(to);
        return TicketGroupRecords.moveSold(write, type, from, to)
                .compose(done -> TicketGroupRecords.nextPosition(write, "ticket_type", "ticket_group_id", target))
                .map(position -> Map.of("ticket_group_id", target, "position", position));
    }

    private Future<Void> updateCapacity(Kind kind, Stored former, ObjectNode document) {
        boolean same = former.record()
                .path("capacity")
                .asText()
                .equals(document.path("capacity").asText());
        return same ? Future.succeededFuture() : TicketGroupRecords.setCapacity(write, kind, document, document);
    }

    private Future<Void> updatePreselects() {
        return TicketGroupRecords.forEach(
                draft.clearInvalidPreselects(),
                group -> TicketGroupRecords.lockUnconditionally(
                                write, TicketGroups.STORED, Kind.TICKET_GROUP, NamedDocuments.id(group))
                        .compose(this::updateGroup));
    }

    /**
     * Returns the response, composed after the change.
     *
     * @param storage the resource as stored, from which the ETag is computed
     * @param selector selects the group or type that the response contains
     */
    Future<ApiResponse> respond(
            int status,
            Resource resource,
            Resource storage,
            String id,
            Function<ComposedTicketGroups, ObjectNode> selector) {
        return Records.lock(write.transaction(), write.scope(), storage, id)
                .compose(stored -> composition
                        .of(write.catalog())
                        .compose(
                                write.scope(),
                                List.of(Templates.of(event.record().toString())))
                        .map(composed -> TicketGroupReads.response(
                                status,
                                resource,
                                selector.apply(new ComposedTicketGroups(composed.get(0))),
                                stored.bytes())));
    }
}
