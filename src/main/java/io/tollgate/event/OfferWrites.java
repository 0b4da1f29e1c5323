package io.tollgate.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.error.ApiError;
import io.tollgate.http.ApiResponse;
import io.tollgate.http.Composition;
import io.tollgate.page.Templates;
import io.tollgate.records.Capacities.Kind;
import io.tollgate.records.Records;
import io.tollgate.records.Records.Stored;
import io.tollgate.resource.Resource;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One change of the offer of one event, which is held from its beginning to the end of the write. */
final class OfferWrites {
    private final WriteContext write;
    private final Composition.Over composition;
    private final Stored event;
    private final OfferDraft draft;

    private OfferWrites(WriteContext write, Composition.Over composition, Stored event, OfferDraft draft) {
        this.write = write;
        this.composition = composition;
        this.event = event;
        this.draft = draft;
    }

    /** 404 where there is no such event. */
    static Future<OfferWrites> of(
            WriteContext write, Composition.Over composition, String eventId, Map<String, ObjectNode> images) {
        return Records.lock(write.transaction(), write.scope(), Events.RESOURCE, eventId)
                .compose(event -> OfferRecords.load(write, eventId)
                        .map(offer -> new OfferWrites(
                                write,
                                composition,
                                event,
                                new OfferDraft(
                                        offer.groups(), offer.types(), write::newId, images, true, start(event)))));
    }

    private static String start(Stored event) {
        return event.record().at("/" + NewEvent.DETAILS + "/startDate").asText("");
    }

    OfferDraft draft() {
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

    /** 422 where the event would have more than it can show. */
    void bounded() {
        requireAtMost(draft.groups().size() <= TicketKeys.GROUPS_MAX, TicketKeys.GROUPS_MAX, "ticket groups");
        requireAtMost(draft.types().size() <= TicketKeys.TYPES_MAX, TicketKeys.TYPES_MAX, "ticket types");
    }

    private static void requireAtMost(boolean holds, int most, String what) {
        if (!holds) {
            throw ApiError.unprocessable(
                    "too_many_" + what.replace(' ', '_'), "An event has at most " + most + " " + what);
        }
    }

    /** Writes a group that the draft has changed, over its former state. */
    Future<Void> updateGroup(Stored former) {
        ObjectNode group = group(NamedDocuments.id(former.record()));
        return capacity(Kind.TICKET_GROUP, former, group)
                .compose(done -> OfferRecords.update(write, TicketGroups.STORED, former, group, Map.of()))
                .mapEmpty();
    }

    /** Writes a type that the draft has changed, and what changed with it. Capacities are locked last. */
    Future<Void> updateType(Stored former) {
        ObjectNode type = found(draft.type(NamedDocuments.id(former.record())), TicketGroups.TYPE_RESOURCE);
        String from = former.record().path("ticketGroupId").asText();
        ObjectNode to = group(type.path("ticketGroupId").asText());
        boolean moves = !NamedDocuments.id(to).equals(from);
        return mend().<Map<String, ?>>compose(done -> moves ? moved(type, from, to) : Future.succeededFuture(Map.of()))
                .compose(columns -> capacity(Kind.TICKET_TYPE, former, type)
                        .compose(done -> OfferRecords.update(write, TicketGroups.TYPE_STORED, former, type, columns)))
                .mapEmpty();
    }

    private Future<Map<String, ?>> moved(ObjectNode type, String from, ObjectNode to) {
        String target = NamedDocuments.id(to);
        return OfferRecords.move(write, type, from, to)
                .compose(done -> OfferRecords.position(write, "ticket_type", "ticket_group_id", target))
                .map(position -> Map.of("ticket_group_id", target, "position", position));
    }

    private Future<Void> capacity(Kind kind, Stored former, ObjectNode document) {
        boolean same = former.record()
                .path("capacity")
                .asText()
                .equals(document.path("capacity").asText());
        return same ? Future.succeededFuture() : OfferRecords.setCapacity(write, kind, document, document);
    }

    /** Groups that chose beforehand what is not theirs any more. */
    private Future<Void> mend() {
        return OfferRecords.each(
                draft.mend(),
                group -> OfferRecords.holdBeside(
                                write, TicketGroups.STORED, Kind.TICKET_GROUP, NamedDocuments.id(group))
                        .compose(this::updateGroup));
    }

    /** What is answered of the event's offer, as it is shown now. */
    Future<ApiResponse> answer(
            int status, Resource resource, Resource kept, String id, Function<ShownOffer, ObjectNode> which) {
        return Records.lock(write.transaction(), write.scope(), kept, id)
                .compose(stored -> composition
                        .over(write.catalogue())
                        .compose(
                                write.scope(),
                                List.of(Templates.of(event.record().toString())))
                        .map(shown -> OfferReads.answer(
                                status, resource, which.apply(new ShownOffer(shown.get(0))), stored.bytes())));
    }
}
