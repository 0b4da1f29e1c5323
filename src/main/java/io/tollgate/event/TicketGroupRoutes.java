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

/** Lists, gets, creates, changes and archives the ticket groups of events. */
public final class TicketGroupRoutes {
    private static final String EVENT = "pageId";
    private static final String GROUP = "ticketGroupId";

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
        List<Endpoint> all = new ArrayList<>(reads.groups());
        String one = "/{ticketGroupId}";
        all.add(endpoint(HttpMethod.POST, "", "Create a ticket group of one event", creating(), this::create));
        all.add(endpoint(HttpMethod.PATCH, one, "Update one ticket group", changing(), this::change));
        all.add(endpoint(HttpMethod.DELETE, one, "Archive one ticket group", archiving(), this::archive));
        return all;
    }

    private Endpoint endpoint(HttpMethod method, String id, String summary, Writing writing, WriteExecutor.Plan plan) {
        String path = TicketGroups.RESOURCE.path() + id;
        return writes.endpoint(method, path, summary, TicketGroups.RESOURCE, writing, plan);
    }

    private static Writing creating() {
        return Writing.of("createTicketGroup", """
                Only `name` is needed; `ticketTypes` may be created with it. It stands after the groups that are \
                there. `reference` is made from the name where none is sent. 422 `too_many_ticket_groups`, \
                `too_many_ticket_types`.""", EventBodies.GROUP_CREATE).creating();
    }

    private static Writing changing() {
        return Writing.of("updateTicketGroup", """
                What is not sent is kept, and null clears; `layout` and `preselect` change only the fields that they \
                hold. Ticket types have endpoints of their own. 409 `capacity_below_sold` where more tickets of the \
                group are sold than `capacity` is to allow.""", EventBodies.GROUP_CHANGE);
    }

    private static Writing archiving() {
        return Writing.of(
                "archiveTicketGroup",
                "Its status becomes `archived`: none of its tickets can be bought. What was sold stays.",
                Body.NONE);
    }

    private WriteExecutor.Command create(Request request) {
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
                            .compose(done -> answer(offer, 201, NamedDocuments.id(group)));
                });
    }

    private WriteExecutor.Command change(Request request) {
        Input input = request.input(EventBodies.GROUP_CHANGE, EVENT, GROUP).check();
        return write -> changed(write, request, offer -> {
            offer.draft().changeGroup(offer.group(request.id(GROUP)), input);
            input.check();
        });
    }

    private WriteExecutor.Command archive(Request request) {
        request.input(Body.NONE, EVENT, GROUP).check();
        return write ->
                changed(write, request, offer -> offer.group(request.id(GROUP)).put("status", "archived"));
    }

    private Future<ApiResponse> changed(WriteContext write, Request request, Consumer<OfferWrites> change) {
        String id = request.id(GROUP);
        return OfferWrites.of(write, composition, request.id(EVENT), Map.of()).compose(offer -> {
            offer.group(id);
            return OfferRecords.lock(write, TicketGroups.STORED, Kind.TICKET_GROUP, id)
                    .compose(former -> {
                        change.accept(offer);
                        return offer.updateGroup(former);
                    })
                    .compose(done -> answer(offer, 200, id));
        });
    }

    private static Future<ApiResponse> answer(OfferWrites offer, int status, String id) {
        return offer.answer(status, TicketGroups.RESOURCE, TicketGroups.STORED, id, shown -> shown.group(id));
    }
}
