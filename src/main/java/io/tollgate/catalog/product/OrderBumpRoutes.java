package io.tollgate.catalog.product;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.page.Templates;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/** Endpoints that list, attach, configure, detach and reorder the order bumps of one kind of pages. */
public final class OrderBumpRoutes {
    private static final Body CHANGE =
            Body.of("OrderBumpChange", """
                    { "preselected": true, "allowQuantity": true, "shortenDescription": false }
                    """, OrderBumps.SCHEMA.change()).notEmpty();

    private static final Body ATTACH = Body.of("OrderBumpCreate", """
            { "productId": "65f0c0ffee0123456789abcd", "enabled": true, "preselected": false }
            """, OrderBumps.SCHEMA.create());

    private static final Body ORDER = Body.of(
            "OrderBumpOrder",
            "{ \"productIds\": [ \"65f0c0ffee0123456789abcd\" ] }",
            Field.of("productIds", Type.list(0, OrderBumps.BUMPS_MAX, Type.ID))
                    .doc("Ids of the products of all order bumps of the page, each once, in the new order.")
                    .needed());

    private static final String INSERT = """
            INSERT INTO order_bump (seller_id, page_id, product_id, position, document, created_at, updated_at)
            SELECT $1, $2, $3, coalesce(max(position) + 1, 0), $4::text::jsonb, $5::timestamptz, $5::timestamptz
            FROM order_bump WHERE seller_id = $1 AND page_id = $2
            """;
    private static final String UPDATE = """
            UPDATE order_bump SET document = $4::text::jsonb, updated_at = $5::timestamptz
            WHERE seller_id = $1 AND page_id = $2 AND product_id = $3
            """;
    private static final String DELETE =
            "DELETE FROM order_bump WHERE seller_id = $1 AND page_id = $2 AND product_id = $3";
    private static final String REORDER = """
            UPDATE order_bump SET position = array_position($3::text[], product_id)
            WHERE seller_id = $1 AND page_id = $2
            """;

    private final WriteExecutor writes;
    private final Database database;
    private final Resource page;
    private final String base;

    /** @param page the resource of checkout pages, or of events */
    public OrderBumpRoutes(WriteExecutor writes, Database database, Resource page) {
        this.writes = writes;
        this.database = database;
        this.page = page;
        this.base = page.path() + "/{pageId}/order-bumps";
    }

    public List<Endpoint> all() {
        return List.of(list(), attach(), configure(), detach(), reorder());
    }

    private Endpoint endpoint(HttpMethod method, String path, String verb, Writing writing, WriteExecutor.Plan plan) {
        String of = " of one " + page.noun().toLowerCase(Locale.ROOT);
        return writes.endpoint(method, path, verb + of, OrderBumps.RESOURCE, writing, plan);
    }

    /** Returns an operation id such as {@code attachCheckoutPageOrderBump}. */
    private String operationId(String verb, String what) {
        StringBuilder name = new StringBuilder(verb);
        for (String word : page.noun().split(" ")) {
            name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return name + what;
    }

    private Endpoint list() {
        String summary = "List the order bumps of one " + page.noun().toLowerCase(Locale.ROOT);
        return new Endpoint(HttpMethod.GET, base, summary, Endpoint.Shape.WHOLE_LIST, OrderBumps.RESOURCE, request -> {
            String pageId = request.ids("pageId").get(0);
            Scope scope = request.caller().writing();
            return database.get(OrderBumps.LIST, Tuple.of(scope.sellerId(), pageId, page.kind()))
                    .map(rows -> OrderBumps.list(OrderBumps.read(scope, page, rows)));
        });
    }

    private Endpoint attach() {
        Writing writing =
                Writing.of(operationId("attach", "OrderBump"), """
                Offers a product (`role` is `orderbump`) on the page, after its other order bumps. The product must \
                have exactly one enabled price, in the currency of the page. If that price is recurring, a price of \
                the page must have the same interval. Returns 409 `already_attached` if the page already offers the \
                product.""", ATTACH).creating();
        return endpoint(HttpMethod.POST, base, "Attach an order bump", writing, this::attach);
    }

    private WriteExecutor.Command attach(Request request) {
        Input input = request.input(ATTACH, "pageId");
        input.check();
        String pageId = request.id("pageId");
        String productId = String.valueOf(input.text("productId"));
        return write -> OrderBumps.lock(write, page, pageId).compose(bumps -> {
            boolean attached = bumps.stream()
                    .anyMatch(bump -> bump.path("productId").asText().equals(productId));
            if (attached || bumps.size() >= OrderBumps.BUMPS_MAX) {
                throw attached
                        ? ApiError.conflict("already_attached", "The page already offers this product")
                        : ApiError.conflict(
                                "too_many", "A page can offer at most " + OrderBumps.BUMPS_MAX + " order bumps");
            }
            ObjectNode bump = newBump(productId);
            input.mergeInto(bump);
            bump.put("createdAt", Times.text(write.now())).put("updatedAt", Times.text(write.now()));
            return OrderBumpRules.validateProduct(write, input, pageId, productId)
                    .compose(done -> OrderBumpRules.validateLogic(write, input, pageId, productId, bumps))
                    .compose(done -> {
                        input.check();
                        return store(write, INSERT, pageId, bump);
                    })
                    .compose(done -> write.audit(OrderBumps.RESOURCE, pageId, null, bump))
                    .map(done -> ApiResponse.record(201, OrderBumps.render(bump.put("order", bumps.size()))));
        });
    }

    private static ObjectNode newBump(String productId) {
        return OrderBumps.SCHEMA.defaults().put("productId", productId);
    }

    private static Future<Void> store(WriteContext write, String sql, String pageId, ObjectNode bump) {
        ObjectNode document = bump.deepCopy();
        document.remove("order");
        Tuple values = Tuple.of(
                write.scope().sellerId(),
                pageId,
                bump.path("productId").asText(),
                document.toString(),
                write.now().atOffset(java.time.ZoneOffset.UTC));
        return write.transaction().preparedQuery(sql).execute(values).mapEmpty();
    }

    private Endpoint configure() {
        Writing writing = Writing.of(operationId("update", "OrderBump"), """
                Changes how the page offers a product. Fields that are not sent keep their values. \
                `showHideLogic` is replaced as a whole, and null clears it.""", CHANGE);
        return endpoint(HttpMethod.PATCH, base + "/{productId}", "Configure an order bump", writing, this::configure);
    }

    private WriteExecutor.Command configure(Request request) {
        Input input = request.input(CHANGE, "pageId", "productId");
        input.check();
        String pageId = request.id("pageId");
        String productId = request.id("productId");
        return write -> OrderBumps.lock(write, page, pageId).compose(bumps -> {
            ObjectNode former = OrderBumps.find(bumps, productId);
            write.expect(OrderBumps.RESOURCE, OrderBumps.render(former));
            ObjectNode bump = former.deepCopy();
            if (input.has("showHideLogic")) {
                bump.remove("showHideLogic");
            }
            input.mergeInto(bump);
            Templates.keepFormerEmptiness(bump, former);
            if (bump.equals(former)) {
                return Future.succeededFuture(ApiResponse.record(200, OrderBumps.render(former)));
            }
            bump.put("updatedAt", Times.text(write.now()));
            return OrderBumpRules.validateLogic(write, input, pageId, productId, bumps)
                    .compose(done -> {
                        input.check();
                        return store(write, UPDATE, pageId, bump);
                    })
                    .compose(done -> write.audit(OrderBumps.RESOURCE, pageId, former, bump))
                    .map(done -> ApiResponse.record(200, OrderBumps.render(bump)));
        });
    }

    private Endpoint detach() {
        Writing writing = Writing.of(operationId("detach", "OrderBump"), """
                        The page no longer offers the product. The product is not deleted. Returns 409 \
                        `order_bump_in_use` if another order bump of the page depends on \
                        it.""", Body.NONE)
                .withResponseSchema(Endpoint.Schema.DELETED);
        return endpoint(HttpMethod.DELETE, base + "/{productId}", "Detach an order bump", writing, this::detach);
    }

    private WriteExecutor.Command detach(Request request) {
        request.input(Body.NONE, "pageId", "productId").check();
        String pageId = request.id("pageId");
        String productId = request.id("productId");
        return write -> OrderBumps.lock(write, page, pageId).compose(bumps -> {
            ObjectNode former = OrderBumps.find(bumps, productId);
            write.expect(OrderBumps.RESOURCE, OrderBumps.render(former));
            boolean needed = bumps.stream()
                    .flatMap(bump -> bump.findValues("orderBumpProductIds").stream())
                    .anyMatch(ids -> ids.toString().contains(productId));
            if (needed) {
                throw ApiError.conflict(
                        "order_bump_in_use", "The logic of another order bump of this page depends on this one");
            }
            return write.transaction()
                    .preparedQuery(DELETE)
                    .execute(Tuple.of(write.scope().sellerId(), pageId, productId))
                    .compose(deleted -> write.audit(OrderBumps.RESOURCE, pageId, former, null))
                    .map(done -> ApiResponse.deleted(OrderBumps.RESOURCE.noun()));
        });
    }

    private Endpoint reorder() {
        Writing writing = Writing.of(operationId("reorder", "OrderBumps"), """
                Sets the order of the page's order bumps. `productIds` must contain each of them exactly once. \
                Returns all of them in the new order.""", ORDER);
        Endpoint one = endpoint(HttpMethod.POST, base + "/reorder", "Reorder the order bumps", writing, this::reorder);
        return new Endpoint(
                one.method(),
                one.path(),
                one.summary(),
                Endpoint.Shape.WHOLE_LIST,
                one.resource(),
                one.operation(),
                one.writing());
    }

    private WriteExecutor.Command reorder(Request request) {
        Input input = request.input(ORDER, "pageId").check();
        String pageId = request.id("pageId");
        List<String> wanted = new ArrayList<>();
        input.values().get("productIds").forEach(id -> wanted.add(id.asText()));
        return write -> OrderBumps.lock(write, page, pageId).compose(bumps -> {
            List<String> attached =
                    bumps.stream().map(bump -> bump.path("productId").asText()).toList();
            boolean complete =
                    wanted.size() == attached.size() && new HashSet<>(wanted).equals(new HashSet<>(attached));
            input.rule(complete, "productIds", "must contain each order bump of the page exactly once");
            input.check();
            List<ObjectNode> ordered = new ArrayList<>();
            wanted.forEach(
                    id -> ordered.add(OrderBumps.find(bumps, id).deepCopy().put("order", ordered.size())));
            return write.transaction()
                    .preparedQuery(REORDER)
                    .execute(Tuple.of(write.scope().sellerId(), pageId, wanted.toArray(String[]::new)))
                    .compose(done -> write.audit(OrderBumps.RESOURCE, pageId, first(bumps), first(ordered)))
                    .map(done -> OrderBumps.list(ordered));
        });
    }

    /** Returns what the audit log records of an order: its first order bump. */
    private static ObjectNode first(List<ObjectNode> bumps) {
        ObjectNode first = JsonNodeFactory.instance.objectNode();
        if (!bumps.isEmpty()) {
            first.set("productId", bumps.get(0).get("productId"));
        }
        return first;
    }
}
