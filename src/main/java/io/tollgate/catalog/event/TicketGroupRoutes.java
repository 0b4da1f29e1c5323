package io.tollgate.catalog.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.api.ResourceRoutes;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.Capacities.Kind;
import io.tollgate.platform.records.CatalogDocuments;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The endpoints of ticket groups and ticket types. */
public final class TicketGroupRoutes {
    private static final String EVENT = "pageId";
    private static final String GROUP = "ticketGroupId";
    private static final String TYPE = "ticketTypeId";

    private final WriteExecutor writes;
    private final Composition.Factory composition;
    private final TicketGroupReads reads;

    public TicketGroupRoutes(
            WriteExecutor writes, ResourceRoutes routes, CatalogDocuments catalog, Composition.Factory composition) {
        this.writes = writes;
        this.composition = composition;
        this.reads = new TicketGroupReads(routes, composition.of(catalog));
    }

    public List<Endpoint> all() {
        Resource group = TicketGroups.RESOURCE;
        Resource type = TicketGroups.TYPE_RESOURCE;
        String ofGroup = "/{ticketGroupId}";
        String ofType = "/{ticketTypeId}";
        List<Endpoint> all = new ArrayList<>(reads.groups());
        all.add(post(group, "Create a ticket group of one event", createGroup(), this::createGroup));
        all.add(patch(group, ofGroup, "Update one ticket group", updateGroup(), this::updateGroup));
        all.add(delete(group, ofGroup, "Archive one ticket group", archiveGroup(), this::archiveGroup));
        all.addAll(reads.types());
        all.add(post(type, "Create a ticket type of one ticket group", createType(), this::createType));
        all.add(patch(type, ofType, "Update one ticket type", updateType(), this::updateType));
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
                Creates a group after the existing groups of the event, with the `ticketTypes` that you send. Only \
                `name` is required. If you omit `reference`, it is derived from the name. Returns 422 \
                `too_many_ticket_groups` or `too_many_ticket_types` if the event would have too \
                many.""", EventBodies.GROUP_CREATE).creating();
    }

    private static Writing updateGroup() {
        return Writing.of("updateTicketGroup", """
                Fields that you omit keep their value; null clears a field. `layout` and `preselect` change only the \
                fields that they contain. Ticket types have separate endpoints. Returns 409 `capacity_below_sold` if \
                more tickets of the group are sold than `capacity` allows.""", EventBodies.GROUP_CHANGE);
    }

    private static Writing archiveGroup() {
        return Writing.of(
                "archiveTicketGroup",
                "Sets `status` to `archived`: tickets of the group can no longer be bought. Sold tickets are kept.",
                Body.NONE);
    }

    private WriteExecutor.Command createGroup(Request request) {
        Input input = request.input(EventBodies.GROUP_CREATE, EVENT);
        TicketGroupDraft.forValidation(false, "").addGroups(List.of(input));
        input.check();
        return write -> TicketTypeImages.load(write, input.objects("ticketTypes"))
                .compose(images -> {
                    input.check();
                    return TicketGroupChange.begin(write, composition, request.id(EVENT), images);
                })
                .compose(change -> {
                    ObjectNode group = change.draft().addGroups(List.of(input)).get(0);
                    input.check();
                    change.requireLimits();
                    return TicketGroupRecords.insertGroup(write, change.eventId(), group)
                            .compose(done -> TicketGroupRecords.forEach(
                                    change.draft().typesOf(NamedDocuments.id(group)),
                                    type -> TicketGroupRecords.insertType(write, change.eventId(), type)))
                            .compose(done -> respondWithGroup(change, 201, NamedDocuments.id(group)));
                });
    }

    private WriteExecutor.Command updateGroup(Request request) {
        Input input = request.input(EventBodies.GROUP_CHANGE, EVENT, GROUP).check();
        return write -> editGroup(write, request, change -> {
            change.draft().changeGroup(change.group(request.id(GROUP)), input);
            input.check();
        });
    }

    private WriteExecutor.Command archiveGroup(Request request) {
        request.input(Body.NONE, EVENT, GROUP).check();
        return write -> editGroup(
                write, request, change -> change.group(request.id(GROUP)).put("status", "archived"));
    }

    private Future<ApiResponse> editGroup(WriteContext write, Request request, Consumer<TicketGroupChange> edit) {
        String id = request.id(GROUP);
        return TicketGroupChange.begin(write, composition, request.id(EVENT), Map.of())
                .compose(change -> {
                    change.group(id);
                    return TicketGroupRecords.lock(write, TicketGroups.STORED, Kind.TICKET_GROUP, id)
                            .compose(former -> {
                                edit.accept(change);
                                return change.updateGroup(former);
                            })
                            .compose(done -> respondWithGroup(change, 200, id));
                });
    }

    private static Future<ApiResponse> respondWithGroup(TicketGroupChange change, int status, String id) {
        return change.respond(status, TicketGroups.RESOURCE, TicketGroups.STORED, id, shown -> shown.group(id));
    }

    private static Writing createType() {
        return Writing.of("createTicketType", """
                Creates a type after the existing types of the group. Only `name` is required: `pricing` is `paid` \
                and `price` is 0 by default. `triggerTicketTypeId` names another type of the event. Returns 422 \
                `too_many_ticket_types` if the event would have too many.""", EventBodies.TYPE_CREATE).creating();
    }

    private static Writing updateType() {
        return Writing.of("updateTicketType", """
                Fields that you omit keep their value; null clears a field. `ticketGroupId` moves the type and its \
                sold tickets to the end of another group of the event. Returns 409 `capacity_below_sold` if more \
                tickets are sold than `capacity`, or the capacity of the other group, \
                allows.""", EventBodies.TYPE_CHANGE);
    }

    private static Writing archiveType() {
        return Writing.of(
                "archiveTicketType",
                "Sets `status` to `archived`: the type can no longer be bought. Sold tickets are kept.",
                Body.NONE);
    }

    private WriteExecutor.Command createType(Request request) {
        Input input = request.input(EventBodies.TYPE_CREATE, EVENT, GROUP);
        TicketGroupDraft.forValidation(false, "").addType("", input);
        input.check();
        return write -> TicketTypeImages.load(write, List.of(input))
                .compose(images -> {
                    input.check();
                    return TicketGroupChange.begin(write, composition, request.id(EVENT), images);
                })
                .compose(change -> {
                    String group = request.id(GROUP);
                    change.group(group);
                    ObjectNode type = change.draft().addType(group, input);
                    input.check();
                    change.requireLimits();
                    return TicketGroupRecords.insertType(write, change.eventId(), type)
                            .compose(done -> respondWithType(change, 201, group, NamedDocuments.id(type)));
                });
    }

    private WriteExecutor.Command updateType(Request request) {
        Input input = request.input(EventBodies.TYPE_CHANGE, EVENT, GROUP, TYPE).check();
        return write -> TicketTypeImages.load(write, List.of(input)).compose(images -> {
            input.check();
            return editType(write, request, images, change -> {
                change.draft().changeType(change.type(request.id(GROUP), request.id(TYPE)), input);
                input.check();
            });
        });
    }

    private WriteExecutor.Command archiveType(Request request) {
        request.input(Body.NONE, EVENT, GROUP, TYPE).check();
        return write -> editType(
                write,
                request,
                Map.of(),
                change -> change.type(request.id(GROUP), request.id(TYPE)).put("status", "archived"));
    }

    private Future<ApiResponse> editType(
            WriteContext write, Request request, Map<String, ObjectNode> images, Consumer<TicketGroupChange> edit) {
        String id = request.id(TYPE);
        return TicketGroupChange.begin(write, composition, request.id(EVENT), images)
                .compose(change -> {
                    ObjectNode type = change.type(request.id(GROUP), id);
                    return TicketGroupRecords.lock(write, TicketGroups.TYPE_STORED, Kind.TICKET_TYPE, id)
                            .compose(former -> {
                                edit.accept(change);
                                return change.updateType(former);
                            })
                            .compose(done -> respondWithType(
                                    change, 200, type.path("ticketGroupId").asText(), id));
                });
    }

    private static Future<ApiResponse> respondWithType(TicketGroupChange change, int status, String group, String id) {
        return change.respond(
                status, TicketGroups.TYPE_RESOURCE, TicketGroups.TYPE_STORED, id, shown -> shown.type(group, id));
    }
}
