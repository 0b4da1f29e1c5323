package io.tollgate.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.api.Endpoint;
import io.tollgate.api.Endpoint.Writing;
import io.tollgate.api.ResourceRoutes;
import io.tollgate.http.ApiResponse;
import io.tollgate.http.Composition;
import io.tollgate.input.Body;
import io.tollgate.input.Input;
import io.tollgate.input.Request;
import io.tollgate.records.Capacities.Kind;
import io.tollgate.records.CatalogDocuments;
import io.tollgate.resource.Resource;
import io.tollgate.write.WriteContext;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The endpoints of ticket groups and ticket types of events. */
public final class TicketGroupRoutes {
    private static final String EVENT = "pageId";
    private static final String GROUP = "ticketGroupId";
    private static final String TYPE = "ticketTypeId";

    private final WriteExecutor writes;
    private final Composition.Over composition;
    private final OfferReads reads;

    public TicketGroupRoutes(
            WriteExecutor writes, ResourceRoutes routes, CatalogDocuments catalogue, Composition.Over composition) {
        this.writes = writes;
        this.composition = composition;
        this.reads = new OfferReads(routes, composition.over(catalogue));
    }

    public List<Endpoint> all() {
        Resource group = TicketGroups.RESOURCE;
        Resource type = TicketGroups.TYPE_RESOURCE;
        String ofGroup = "/{ticketGroupId}";
        String ofType = "/{ticketTypeId}";
        List<Endpoint> all = new ArrayList<>(reads.groups());
        all.add(post(group, "Create a ticket group of one event", createGroup(), this::createGroup));
        all.add(patch(group, ofGroup, "Update one ticket group", updateGroup(), this::changeGroup));
        all.add(delete(group, ofGroup, "Archive one ticket group", archiveGroup(), this::archiveGroup));
        all.addAll(reads.types());
        all.add(post(type, "Create a ticket type of one ticket group", createType(), this::createType));
        all.add(patch(type, ofType, "Update one ticket type", updateType(), this::changeType));
        all.add(delete(type, ofType, "Archive one ticket type", archiveType(), this::archiveType));
        return all;
    }

    private Endpoint post(Resource resource, String summary, Writing writing, WriteExecutor.Plan plan) {
        return writes.endpoint(HttpMethod.POST, resource.path(), summary, resource, writing, plan);
    }

    private Endpoint patch(Resource resource, String id, String summary, Writing writing, WriteExecutor.Plan plan) {
        return writes.endpoint(HttpMethod.PATCH, resource.path() + id, summary, resource, writing, plan);
    }

    private Endpoint delete(Resource resource, String id, String summary, Writing writing, WriteExecutor.Plan plan) {
        return writes.endpoint(HttpMethod.DELETE, resource.path() + id, summary, resource, writing, plan);
    }

    private static Writing createGroup() {
        return Writing.of("createTicketGroup", """
                Only `name` is needed; `ticketTypes` may be created with it. It stands after the groups that are \
                there. `reference` is made from the name where none is sent. 422 `too_many_ticket_groups`, \
                `too_many_ticket_types`.""", EventBodies.GROUP_CREATE).creating();
    }

    private static Writing updateGroup() {
        return Writing.of("updateTicketGroup", """
                What is not sent is kept, and null clears; `layout` and `preselect` change only the fields that they \
                hold. Ticket types have endpoints of their own. 409 `capacity_below_sold` where more tickets of the \
                group are sold than `capacity` is to allow.""", EventBodies.GROUP_CHANGE);
    }

    private static Writing archiveGroup() {
        return Writing.of(
                "archiveTicketGroup",
                "Its status becomes `archived`: none of its tickets can be bought. What was sold stays.",
                Body.NONE);
    }

    private WriteExecutor.Command createGroup(Request request) {
        Input input = request.input(EventBodies.GROUP_CREATE, EVENT);
        OfferDraft.rehearsal(false).addGroups(List.of(input));
        input.check();
        return write -> TypeImages.look(write, input.objects("ticketTypes"))
                .compose(images -> {
                    input.check();
                    return OfferWrites.of(write, composition, request.id(EVENT), images);
                })
                .compose(offer -> {
                    ObjectNode group = offer.draft().addGroups(List.of(input)).get(0);
                    input.check();
                    offer.bounded();
                    return OfferRecords.insertGroup(write, offer.eventId(), group)
                            .compose(done -> OfferRecords.each(
                                    offer.draft().typesOf(NamedDocuments.id(group)),
                                    type -> OfferRecords.insertType(write, offer.eventId(), type)))
                            .compose(done -> answerGroup(offer, 201, NamedDocuments.id(group)));
                });
    }

    private WriteExecutor.Command changeGroup(Request request) {
        Input input = request.input(EventBodies.GROUP_CHANGE, EVENT, GROUP).check();
        return write -> changedGroup(write, request, offer -> {
            offer.draft().changeGroup(offer.group(request.id(GROUP)), input);
            input.check();
        });
    }

    private WriteExecutor.Command archiveGroup(Request request) {
        request.input(Body.NONE, EVENT, GROUP).check();
        return write -> changedGroup(
                write, request, offer -> offer.group(request.id(GROUP)).put("status", "archived"));
    }

    private Future<ApiResponse> changedGroup(WriteContext write, Request request, Consumer<OfferWrites> change) {
        String id = request.id(GROUP);
        return OfferWrites.of(write, composition, request.id(EVENT), Map.of()).compose(offer -> {
            offer.group(id);
            return OfferRecords.lock(write, TicketGroups.STORED, Kind.TICKET_GROUP, id)
                    .compose(former -> {
                        change.accept(offer);
                        return offer.updateGroup(former);
                    })
                    .compose(done -> answerGroup(offer, 200, id));
        });
    }

    private static Future<ApiResponse> answerGroup(OfferWrites offer, int status, String id) {
        return offer.answer(status, TicketGroups.RESOURCE, TicketGroups.STORED, id, shown -> shown.group(id));
    }

    private static Writing createType() {
        return Writing.of("createTicketType", """
                Only `name` is needed: without `pricing` it is `paid`, without `price` it costs nothing. It stands \
                after the types that are there. `triggerTicketTypeId` names another type of the event. 422 \
                `too_many_ticket_types`.""", EventBodies.TYPE_CREATE).creating();
    }

    private static Writing updateType() {
        return Writing.of("updateTicketType", """
                What is not sent is kept, and null clears. `ticketGroupId` moves it first, to the end of another \
                group of the event, and with it what is sold. 409 `capacity_below_sold` where more tickets are sold \
                than `capacity`, or that of the other group, allows.""", EventBodies.TYPE_CHANGE);
    }

    private static Writing archiveType() {
        return Writing.of(
                "archiveTicketType",
                "Its status becomes `archived`: it cannot be bought. What was sold stays.",
                Body.NONE);
    }

    private WriteExecutor.Command createType(Request request) {
        Input input = request.input(EventBodies.TYPE_CREATE, EVENT, GROUP);
        OfferDraft.rehearsal(false).addType("", input);
        input.check();
        return write -> TypeImages.look(write, List.of(input))
                .compose(images -> {
                    input.check();
                    return OfferWrites.of(write, composition, request.id(EVENT), images);
                })
                .compose(offer -> {
                    String group = request.id(GROUP);
                    offer.group(group);
                    ObjectNode type = offer.draft().addType(group, input);
                    input.check();
                    offer.bounded();
                    return OfferRecords.insertType(write, offer.eventId(), type)
                            .compose(done -> answerType(offer, 201, group, NamedDocuments.id(type)));
                });
    }

    private WriteExecutor.Command changeType(Request request) {
        Input input = request.input(EventBodies.TYPE_CHANGE, EVENT, GROUP, TYPE).check();
        return write -> TypeImages.look(write, List.of(input)).compose(images -> {
            input.check();
            return changedType(write, request, images, offer -> {
                offer.draft().changeType(offer.type(request.id(GROUP), request.id(TYPE)), input);
                input.check();
            });
        });
    }

    private WriteExecutor.Command archiveType(Request request) {
        request.input(Body.NONE, EVENT, GROUP, TYPE).check();
        return write -> changedType(
                write,
                request,
                Map.of(),
                offer -> offer.type(request.id(GROUP), request.id(TYPE)).put("status", "archived"));
    }

    private Future<ApiResponse> changedType(
            WriteContext write, Request request, Map<String, ObjectNode> images, Consumer<OfferWrites> change) {
        String id = request.id(TYPE);
        return OfferWrites.of(write, composition, request.id(EVENT), images).compose(offer -> {
            ObjectNode type = offer.type(request.id(GROUP), id);
            return OfferRecords.lock(write, TicketGroups.TYPE_STORED, Kind.TICKET_TYPE, id)
                    .compose(former -> {
                        change.accept(offer);
                        return offer.updateType(former);
                    })
                    .compose(done ->
                            answerType(offer, 200, type.path("ticketGroupId").asText(), id));
        });
    }

    private static Future<ApiResponse> answerType(OfferWrites offer, int status, String group, String id) {
        return offer.answer(
                status, TicketGroups.TYPE_RESOURCE, TicketGroups.TYPE_STORED, id, shown -> shown.type(group, id));
    }
}
