package io.tollgate.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.api.Endpoint;
import io.tollgate.api.Endpoint.Shape;
import io.tollgate.api.ResourceRoutes;
import io.tollgate.http.ApiResponse;
import io.tollgate.http.Composition;
import io.tollgate.input.Request;
import io.tollgate.page.Templates;
import io.tollgate.records.Rendering;
import io.tollgate.resource.Resource;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Lists and gets the ticket groups and ticket types of one event. */
final class OfferReads {
    private static final String EVENT = "pageId";
    private static final String GROUP = "ticketGroupId";
    private static final String TYPE = "ticketTypeId";

    private final ResourceRoutes routes;
    private final Composition composition;

    OfferReads(ResourceRoutes routes, Composition composition) {
        this.routes = routes;
        this.composition = composition;
    }

    List<Endpoint> groups() {
        Resource groups = TicketGroups.RESOURCE;
        return List.of(
                list(groups, "List the ticket groups of one event", request -> {
                    List<String> ids = request.ids(EVENT);
                    return offer(request, ids.get(0)).map(offer -> ResourceRoutes.all(groups, offer.groups()));
                }),
                one(groups, "Get one ticket group of one event", request -> {
                    List<String> ids = request.ids(EVENT, GROUP);
                    return stored(request, TicketGroups.STORED, ids, 1)
                            .compose(stored -> offer(request, ids.get(0))
                                    .map(offer -> answer(200, groups, offer.group(ids.get(1)), stored)));
                }));
    }

    List<Endpoint> types() {
        Resource types = TicketGroups.TYPE_RESOURCE;
        return List.of(
                list(types, "List the ticket types of one ticket group", request -> {
                    List<String> ids = request.ids(EVENT, GROUP);
                    return offer(request, ids.get(0)).map(offer -> ResourceRoutes.all(types, offer.types(ids.get(1))));
                }),
                one(types, "Get one ticket type", request -> {
                    List<String> ids = request.ids(EVENT, GROUP, TYPE);
                    return stored(request, TicketGroups.TYPE_STORED, ids, 2)
                            .compose(stored -> offer(request, ids.get(0))
                                    .map(offer -> answer(200, types, offer.type(ids.get(1), ids.get(2)), stored)));
                }));
    }

    private static Endpoint list(Resource resource, String summary, Endpoint.Operation operation) {
        return new Endpoint(HttpMethod.GET, resource.path(), summary, Shape.WHOLE_LIST, resource, operation);
    }

    private static Endpoint one(Resource resource, String summary, Endpoint.Operation operation) {
        String path = resource.path() + "/{" + resource.idName() + "}";
        return new Endpoint(HttpMethod.GET, path, summary, Shape.RECORD, resource, operation);
    }

    static ApiResponse answer(int status, Resource resource, ObjectNode shown, Buffer stored) {
        return ApiResponse.part(status, Buffer.buffer(Rendering.render(resource.fields(), shown)), stored);
    }

    /** The state by name before what is shown: a change in between refuses too much, never too little. */
    private Future<Buffer> stored(Request request, Resource resource, List<String> ids, int number) {
        Scope scope = request.caller().writing();
        return routes.stored(scope, Events.RESOURCE, ids.get(0))
                .compose(event -> routes.stored(scope, resource, ids.get(number)));
    }

    private Future<ShownOffer> offer(Request request, String eventId) {
        Scope scope = request.caller().writing();
        return routes.stored(scope, Events.RESOURCE, eventId)
                .compose(event ->
                        composition.compose(scope, List.of(Templates.of(event.toString(StandardCharsets.UTF_8)))))
                .map(events -> new ShownOffer(events.get(0)));
    }
}
