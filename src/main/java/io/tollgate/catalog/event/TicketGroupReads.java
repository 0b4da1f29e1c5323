package io.tollgate.catalog.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.page.Templates;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Shape;
import io.tollgate.platform.api.ResourceRoutes;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.Rendering;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The endpoints that list and get the ticket groups and ticket types of one event. */
final class TicketGroupReads {
    private static final String EVENT = "pageId";
    private static final String GROUP = "ticketGroupId";
    private static final String TYPE = "ticketTypeId";

    private final ResourceRoutes routes;
    private final Composition composition;

    TicketGroupReads(ResourceRoutes routes, Composition composition) {
        this.routes = routes;
        this.composition = composition;
    }

    List<Endpoint> groups() {
        Resource groups = TicketGroups.RESOURCE;
        return List.of(
                list(groups, "List the ticket groups of one event", request -> {
                    List<String> ids = request.ids(EVENT);
                    return composed(request, ids.get(0)).map(composed -> ResourceRoutes.all(groups, composed.groups()));
                }),
                one(groups, "Get one ticket group of one event", request -> {
                    List<String> ids = request.ids(EVENT, GROUP);
                    return stored(request, TicketGroups.STORED, ids, 1)
                            .compose(stored -> composed(request, ids.get(0))
                                    .map(composed -> response(200, groups, composed.group(ids.get(1)), stored)));
                }));
    }

    List<Endpoint> types() {
        Resource types = TicketGroups.TYPE_RESOURCE;
        return List.of(
                list(types, "List the ticket types of one ticket group", request -> {
                    List<String> ids = request.ids(EVENT, GROUP);
                    return composed(request, ids.get(0))
                            .map(composed -> ResourceRoutes.all(types, composed.types(ids.get(1))));
                }),
                one(types, "Get one ticket type", request -> {
                    List<String> ids = request.ids(EVENT, GROUP, TYPE);
                    return stored(request, TicketGroups.TYPE_STORED, ids, 2)
                            .compose(stored -> composed(request, ids.get(0))
                                    .map(composed ->
                                            response(200, types, composed.type(ids.get(1), ids.get(2)), stored)));
                }));
    }

    private static Endpoint list(Resource resource, String summary, Endpoint.Operation operation) {
        return new Endpoint(HttpMethod.GET, resource.path(), summary, Shape.WHOLE_LIST, resource, operation);
    }

    private static Endpoint one(Resource resource, String summary, Endpoint.Operation operation) {
        String path = resource.path() + "/{" + resource.idName() + "}";
        return new Endpoint(HttpMethod.GET, path, summary, Shape.RECORD, resource, operation);
    }

    static ApiResponse response(int status, Resource resource, ObjectNode shown, Buffer stored) {
        return ApiResponse.part(status, Buffer.buffer(Rendering.render(resource.fields(), shown)), stored);
    }

    /**
     * Returns the stored bytes, from which the ETag is computed. They are read before the response is composed: if the
     * record changes in between, the ETag is too old, and a later {@code If-Match} fails instead of overwriting.
     */
    private Future<Buffer> stored(Request request, Resource resource, List<String> ids, int number) {
        Scope scope = request.caller().writing();
        return routes.stored(scope, Events.RESOURCE, ids.get(0))
                .compose(event -> routes.stored(scope, resource, ids.get(number)));
    }

    private Future<ComposedTicketGroups> composed(Request request, String eventId) {
        Scope scope = request.caller().writing();
        return routes.stored(scope, Events.RESOURCE, eventId)
                .compose(event ->
                        composition.compose(scope, List.of(Templates.of(event.toString(StandardCharsets.UTF_8)))))
                .map(events -> new ComposedTicketGroups(events.get(0)));
    }
}
