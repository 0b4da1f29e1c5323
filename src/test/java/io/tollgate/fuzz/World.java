package io.tollgate.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.app.TestEndpoints;
import io.tollgate.fuzz.Document.Operation;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Resource.Modes;
import io.tollgate.platform.schema.Type;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.support.ExampleRecords;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Two sellers with records of both modes, and the ids in the responses to them. Every text of a record contains a
 * canary of its owner, so that a leak into a response of another caller is detected.
 */
final class World {
    private static final int KEPT = 12;
    private static final String UNKNOWN = "65f0c0ffee0123456789abcd";
    private static final List<String> NOT_FREE = List.of(
            "orderId",
            "invoiceUrl",
            "slug",
            "currency",
            "locale",
            "checkInCode",
            "ticketShortId",
            "code",
            "email",
            "invoiceNumber");

    /**
     * One of the four API keys.
     *
     * @param canary is part of every text that it writes
     * @param foreign texts that must not occur in its responses
     */
    record Caller(String name, int seller, boolean live, String key, String canary, List<String> foreign) {}

    private final List<Caller> callers = new ArrayList<>();
    private final Map<String, List<String>> ids = new HashMap<>();

    private World() {}

    static World of(TestGateway gateway, Document document) {
        World world = new World();
        List<TestSeller> sellers = List.of(gateway.seller(), gateway.seller());
        for (int i = 0; i < 2; i++) {
            TestSeller own = sellers.get(i);
            TestSeller other = sellers.get(1 - i);
            List<String> foreign = List.of(canary(other), other.id(), other.name());
            world.callers.add(new Caller("live" + i, i, true, own.liveKey(), canary(own), foreign));
            world.callers.add(new Caller("test" + i, i, false, own.testKey(), canary(own), foreign));
            for (Operation operation : document.operations()) {
                if (operation.example() != null) {
                    ExampleRecords.createEvent(own, operation.example());
                }
            }
            for (Resource resource : TestEndpoints.resources()) {
                world.fill(own, i, resource);
            }
        }
        return world;
    }

    static String canary(TestSeller seller) {
        return "canary-" + seller.name() + "-";
    }

    /** Returns the canary of the records of a mode. */
    static String canary(Caller caller, boolean live) {
        return caller.canary() + (live ? "live" : "test");
    }

    private void fill(TestSeller seller, int number, Resource resource) {
        boolean moded = resource.modes() == Modes.LIVE_AND_TEST;
        for (boolean live : new boolean[] {true, false}) {
            String mark = canary(seller) + (moded ? live ? "live" : "test" : "any");
            ObjectNode record = seller.create(resource, live, made -> mark(resource, made, mark));
            add(pool(number, moded ? live : true, resource.path()), record.get("id"));
            if (record.has("checkInCode")) {
                add(pool(number, live, "checkInCode"), record.get("checkInCode"));
            }
        }
    }

    private static void mark(Resource resource, ObjectNode record, String mark) {
        if (resource == Bookings.RESOURCE) {
            record.put("status", "paid").put("isAbandoned", false).put("currency", "eur");
        }
        resource.fields().stream()
                .filter(field -> field.type().equals(Type.TEXT) && record.has(field.name()))
                .filter(field -> !NOT_FREE.contains(field.name()))
                .forEach(field -> record.put(field.name(), mark + " " + field.name()));
    }

    private static String pool(int seller, boolean live, String collection) {
        return seller + (live ? " live " : " test ") + collection;
    }

    private void add(String pool, JsonNode id) {
        List<String> known = ids.computeIfAbsent(pool, key -> new ArrayList<>());
        if (!known.contains(id.textValue())) {
            known.add(id.textValue());
        }
        if (known.size() > KEPT) {
            known.remove(0);
        }
    }

    /** Stores the ids of a response. */
    void learn(Call call, String collection, JsonNode data) {
        if (data.path("id").isTextual()) {
            boolean live = !call.operation.hasMode() || call.live();
            add(pool(call.caller.seller(), live, collection), data.get("id"));
        }
    }

    Caller caller(Random random) {
        return callers.get(random.nextInt(callers.size()));
    }

    /** Returns a key of the other seller in the same mode. */
    Caller neighbour(Caller caller) {
        return callers.stream()
                .filter(other -> other.seller() != caller.seller() && other.live() == caller.live())
                .findFirst()
                .orElseThrow();
    }

    /** Returns an id of a collection: usually one of the caller, sometimes of another seller, or an unknown one. */
    String id(Random random, Caller caller, boolean moded, String collection) {
        int chance = random.nextInt(100);
        int seller = chance < 90 ? caller.seller() : 1 - caller.seller();
        boolean live = !moded || (chance < 85 ? caller.live() : !caller.live());
        List<String> known = ids.getOrDefault(pool(seller, live, collection), List.of());
        return known.isEmpty() || chance >= 97 ? UNKNOWN : known.get(random.nextInt(known.size()));
    }
}
