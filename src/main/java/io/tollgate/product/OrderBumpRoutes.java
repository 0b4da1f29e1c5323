package io.tollgate.product;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.api.Endpoint;
import io.tollgate.api.Endpoint.Writing;
import io.tollgate.clock.Times;
import io.tollgate.db.Database;
import io.tollgate.error.ApiError;
import io.tollgate.http.ApiResponse;
import io.tollgate.input.Body;
import io.tollgate.input.Input;
import io.tollgate.input.Key;
import io.tollgate.input.Request;
import io.tollgate.input.Value;
import io.tollgate.page.Templates;
import io.tollgate.resource.Resource;
import io.tollgate.resource.Scope;
import io.tollgate.write.WriteContext;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/** What a kind of page offers beside what it sells: lists it, attaches, configures, detaches, orders. */
public final class OrderBumpRoutes {
    private static final int BUMPS_MAX = 50;

    private static final Key[] SETTINGS = {
        Key.bool("enabled"),
        Key.bool("preselected"),
        Key.bool("hidden"),
        Key.bool("allowQuantity"),
        Key.bool("shortenDescription"),
        Key.object(
                        "showHideLogic",
                        Key.bool("enabled").needed(),
                        Key.oneOf("subject", "price", "ticket", "order_bump"),
                        Key.oneOf("comparison", "is", "is_not"),
                        Key.id("priceId"),
                        Key.ids("ticketTypeIds", ProductBody.PARTS_MAX).orNull(),
                        Key.ids("orderBumpProductIds", BUMPS_MAX).orNull())
                .orNull()
    };

    private static final Body CHANGE = Body.of("OrderBumpChange", """
                    { "preselected": true, "allowQuantity": true, "shortenDescription": false }
                    """, SETTINGS).notEmpty();

    private static final Body ATTACH = Body.of("OrderBumpCreate", """
            { "productId": "65f0c0ffee0123456789abcd", "enabled": true, "preselected": false }
            """, attached());

    private static final Body ORDER = Body.of(
            "OrderBumpOrder",
            "{ \"productIds\": [ \"65f0c0ffee0123456789abcd\" ] }",
            Key.of("productIds", Value.list(0, BUMPS_MAX, Value.ID)).needed());

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

    /** @param page checkout pages, or events */
    public OrderBumpRoutes(WriteExecutor writes, Database database, Resource page) {
        this.writes = writes;
        this.database = database;
        this.page = page;
        this.base = page.path() + "/{pageId}/order-bumps";
    }

    private static Key[] attached() {
        List<Key> keys = new ArrayList<>(List.of(Key.id("productId").needed()));
        keys.addAll(List.of(SETTINGS));
        return keys.toArray(Key[]::new);
    }

    public List<Endpoint> all() {
        return List.of(list(), attach(), configure(), detach(), reorder());
    }

    private Endpoint endpoint(HttpMethod method, String path, String verb, Writing writing, WriteExecutor.Plan plan) {
        String of = " of one " + page.noun().toLowerCase(Locale.ROOT);
        return writes.endpoint(method, path, verb + of, OrderBumps.RESOURCE, writing, plan);
    }

    /** Like attachCheckoutPageOrderBump. */
    private String name(String verb, String what) {
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
        Writing writing = Writing.of(name("attach", "OrderBump"), """
                Offers a product (`role` is `orderbump`) beside what the page sells, behind those that are \
                offered already. It must have one enabled price, in the currency of the page; one that is charged \
                again is offered only where a price of the page has the same interval. 409 `already_attached` \
                where the page offers it.""", ATTACH).creating();
        return endpoint(HttpMethod.POST, base, "Attach an order bump", writing, this::attach);
    }

    private WriteExecutor.Command attach(Request request) {
        Input input = request.input(ATTACH, "pageId");
        OrderBumpRules.check(input);
        input.check();
        String pageId = request.id("pageId");
        String productId = String.valueOf(input.text("productId"));
        return write -> OrderBumps.lock(write, page, pageId).compose(bumps -> {
            boolean there = bumps.stream()
                    .anyMatch(bump -> bump.path("productId").asText().equals(productId));
            if (there || bumps.size() >= BUMPS_MAX) {
                throw there
                        ? ApiError.conflict("already_attached", "The page offers this product already")
                        : ApiError.conflict("too_many", "A page offers at most " + BUMPS_MAX + " order bumps");
            }
            ObjectNode bump = fresh(productId);
            input.mergeInto(bump);
            bump.put("createdAt", Times.text(write.now())).put("updatedAt", Times.text(write.now()));
            return OrderBumpRules.offer(write, input, pageId, productId)
                    .compose(done -> OrderBumpRules.logic(write, input, pageId, productId, bumps))
                    .compose(done -> {
                        input.check();
                        return store(write, INSERT, pageId, bump);
                    })
                    .compose(done -> write.trail(OrderBumps.RESOURCE, pageId, null, bump))
                    .map(done -> ApiResponse.record(201, OrderBumps.rendered(bump.put("order", bumps.size()))));
        });
    }

    private static ObjectNode fresh(String productId) {
        ObjectNode bump = JsonNodeFactory.instance.objectNode().put("productId", productId);
        bump.put("enabled", true).put("preselected", false).put("hidden", false);
        return bump.put("allowQuantity", false).put("shortenDescription", false);
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
        Writing writing = Writing.of(name("update", "OrderBump"), """
                Changes how the page offers a product. What is not sent is kept; `showHideLogic` is replaced \
                whole, and null clears it.""", CHANGE);
        return endpoint(HttpMethod.PATCH, base + "/{productId}", "Configure an order bump", writing, this::configure);
    }

    private WriteExecutor.Command configure(Request request) {
        Input input = request.input(CHANGE, "pageId", "productId");
        OrderBumpRules.check(input);
        input.check();
        String pageId = request.id("pageId");
        String productId = request.id("productId");
        return write -> OrderBumps.lock(write, page, pageId).compose(bumps -> {
            ObjectNode former = OrderBumps.find(bumps, productId);
            write.expect(OrderBumps.RESOURCE, OrderBumps.rendered(former));
            ObjectNode bump = former.deepCopy();
            if (input.has("showHideLogic")) {
                bump.remove("showHideLogic");
            }
            input.mergeInto(bump);
            Templates.settle(bump, former);
            if (bump.equals(former)) {
                return Future.succeededFuture(ApiResponse.record(200, OrderBumps.rendered(former)));
            }
            bump.put("updatedAt", Times.text(write.now()));
            return OrderBumpRules.logic(write, input, pageId, productId, bumps)
                    .compose(done -> {
                        input.check();
                        return store(write, UPDATE, pageId, bump);
                    })
                    .compose(done -> write.trail(OrderBumps.RESOURCE, pageId, former, bump))
                    .map(done -> ApiResponse.record(200, OrderBumps.rendered(bump)));
        });
    }

    private Endpoint detach() {
        Writing writing =
                Writing.of(name("detach", "OrderBump"), """
                        The page offers the product no longer; the product stays. 409 `order_bump_in_use` where \
                        another order bump of the page depends on it.""", Body.NONE).answering(Endpoint.Schema.DELETED);
        return endpoint(HttpMethod.DELETE, base + "/{productId}", "Detach an order bump", writing, this::detach);
    }

    private WriteExecutor.Command detach(Request request) {
        request.input(Body.NONE, "pageId", "productId").check();
        String pageId = request.id("pageId");
        String productId = request.id("productId");
        return write -> OrderBumps.lock(write, page, pageId).compose(bumps -> {
            ObjectNode former = OrderBumps.find(bumps, productId);
            write.expect(OrderBumps.RESOURCE, OrderBumps.rendered(former));
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
                    .compose(gone -> write.trail(OrderBumps.RESOURCE, pageId, former, null))
                    .map(gone -> ApiResponse.deleted(OrderBumps.RESOURCE.noun()));
        });
    }

    private Endpoint reorder() {
        Writing writing = Writing.of(name("reorder", "OrderBumps"), """
                Puts the order bumps of the page in this order. `productIds` names each of them once. Answers all \
                of them in their new order.""", ORDER);
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
            List<String> there =
                    bumps.stream().map(bump -> bump.path("productId").asText()).toList();
            boolean each = wanted.size() == there.size() && new HashSet<>(wanted).equals(new HashSet<>(there));
            input.rule(each, "productIds", "must name each order bump of the page once");
            input.check();
            List<ObjectNode> ordered = new ArrayList<>();
            wanted.forEach(
                    id -> ordered.add(OrderBumps.find(bumps, id).deepCopy().put("order", ordered.size())));
            return write.transaction()
                    .preparedQuery(REORDER)
                    .execute(Tuple.of(write.scope().sellerId(), pageId, wanted.toArray(String[]::new)))
                    .compose(done -> write.trail(OrderBumps.RESOURCE, pageId, orders(bumps), orders(ordered)))
                    .map(done -> OrderBumps.list(ordered));
        });
    }

    /** The trail of a new order tells which one was first before, and which is now. */
    private static ObjectNode orders(List<ObjectNode> bumps) {
        ObjectNode first = JsonNodeFactory.instance.objectNode();
        if (!bumps.isEmpty()) {
            first.set("productId", bumps.get(0).get("productId"));
        }
        return first;
    }
}
