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
import io.tollgate.write.WriteContext;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Lists, gets, creates, changes, moves and archives the ticket types of events. */
public final class TicketTypeRoutes {
    private static final String EVENT = "pageId";
    private static final String GROUP = "ticketGroupId";
    private static final String TYPE = "ticketTypeId";

    private final WriteExecutor writes;
    private final Composition.Over composition;
    private final OfferReads reads;

    public TicketTypeRoutes(
            WriteExecutor writes, ResourceRoutes routes, CatalogDocuments catalogue, Composition.Over composition) {
        this.writes = writes;
        this.composition = composition;
        this.reads = new OfferReads(routes, composition.over(catalogue));
    }

    public List<Endpoint> all() {
        List<Endpoint> all = new ArrayList<>(reads.types());
        String one = "/{ticketTypeId}";
        all.add(endpoint(HttpMethod.POST, "", "Create a ticket type of one ticket group", creating(), this::create));
        all.add(endpoint(HttpMethod.PATCH, one, "Update one ticket type", changing(), this::change));
        all.add(endpoint(HttpMethod.DELETE, one, "Archive one ticket type", archiving(), this::archive));
        return all;
    }

    private Endpoint endpoint(HttpMethod method, String id, String summary, Writing writing, WriteExecutor.Plan plan) {
        String path = TicketGroups.TYPE_RESOURCE.path() + id;
        return writes.endpoint(method, path, summary, TicketGroups.TYPE_RESOURCE, writing, plan);
    }

    private static Writing creating() {
        return Writing.of("createTicketType", """
                Only `name` is needed: without `pricing` it is `paid`, without `price` it costs nothing. It stands \
                after the types that are there. `triggerTicketTypeId` names another type of the event. 422 \
                `too_many_ticket_types`.""", EventBodies.TYPE_CREATE).creating();
    }

    private static Writing changing() {
        return Writing.of("updateTicketType", """
                What is not sent is kept, and null clears. `ticketGroupId` moves it first, to the end of another \
                group of the event, and with it what is sold. 409 `capacity_below_sold` where more tickets are sold \
                than `capacity`, or that of the other group, allows.""", EventBodies.TYPE_CHANGE);
    }

    private static Writing archiving() {
        return Writing.of(
                "archiveTicketType",
                "Its status becomes `archived`: it cannot be bought. What was sold stays.",
                Body.NONE);
    }

    private WriteExecutor.Command create(Request request) {
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
                            .compose(done -> answer(offer, 201, group, NamedDocuments.id(type)));
                });
    }

    private WriteExecutor.Command change(Request request) {
        Input input = request.input(EventBodies.TYPE_CHANGE, EVENT, GROUP, TYPE).check();
        return write -> TypeImages.look(write, List.of(input)).compose(images -> {
            input.check();
            return changed(write, request, images, offer -> {
                offer.draft().changeType(offer.type(request.id(GROUP), request.id(TYPE)), input);
                input.check();
            });
        });
    }

    private WriteExecutor.Command archive(Request request) {
        request.input(Body.NONE, EVENT, GROUP, TYPE).check();
        return write -> changed(
                write,
                request,
                Map.of(),
                offer -> offer.type(request.id(GROUP), request.id(TYPE)).put("status", "archived"));
    }

    private Future<ApiResponse> changed(
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
                            answer(offer, 200, type.path("ticketGroupId").asText(), id));
        });
    }

    private static Future<ApiResponse> answer(OfferWrites offer, int status, String group, String id) {
        return offer.answer(
                status, TicketGroups.TYPE_RESOURCE, TicketGroups.TYPE_STORED, id, shown -> shown.type(group, id));
    }
}
