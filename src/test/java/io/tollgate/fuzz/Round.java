package io.tollgate.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.fuzz.Document.Operation;
import io.tollgate.support.TestGateway;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Some hundred requests in a separate {@link World}, all derived from one seed. The same seed repeats the same
 * requests.
 */
final class Round {
    private static final long SLOW_MILLIS = 5_000;
    private static final int CREATED = 201;

    /** The records in the response to such a request do not exist. */
    private static final String DRY_RUN = "dryRun=true";

    private final Document document;
    private final World world;
    private final Random random;
    private final Calls calls;
    private final Transport line;
    private final long seed;
    private int sent;

    /** The findings of a round. */
    static final class Found extends RuntimeException {
        private static final long serialVersionUID = 1;

        Found(String message) {
            super(message);
        }
    }

    /** @param line how requests reach the gateway */
    Round(TestGateway gateway, Transport line, Document document, long seed) {
        this.document = document;
        this.world = World.of(gateway, document);
        this.random = new Random(seed);
        this.calls = new Calls(document, world, random);
        this.line = line;
        this.seed = seed;
    }

    /** Runs the round. Fails with the smallest request that shows the finding. */
    int run(int requests) throws IOException {
        try (line) {
            List<Operation> all = document.operations();
            while (sent < requests) {
                World.Caller caller = world.caller(random);
                Operation operation = all.get(random.nextInt(all.size()));
                if (operation.method().equals("POST") && random.nextBoolean()) {
                    chain(operation, caller);
                } else {
                    send(changed(calls.of(operation, caller, null)));
                }
            }
        }
        return sent;
    }

    /** Create, get, list, update, get, delete, get; most of them changed somewhere. */
    private void chain(Operation create, World.Caller caller) throws IOException {
        Call creation = calls.of(create, caller, null);
        creation.query.remove(DRY_RUN);
        Reply made = send(creation);
        JsonNode id = made.json().at("/data/id");
        String collection = create.path();
        Operation get = document.operations().stream()
                .filter(one -> one.reads()
                        && one.path().endsWith("}")
                        && one.collection().equals(collection))
                .findFirst()
                .orElse(null);
        if (made.status() != CREATED
                || !id.isTextual()
                || get == null
                || create.names().size() > 0) {
            return;
        }
        found(get, caller, id.textValue());
        for (String method : List.of("GET", "PATCH", "GET", "DELETE", "GET")) {
            Operation next = document.find(method, get.path());
            if (next != null) {
                send(changed(calls.of(next, caller, id.textValue())));
            }
        }
    }

    /** Checks that the created record exists for its seller and for no other. */
    private void found(Operation get, World.Caller caller, String id) throws IOException {
        Call own = calls.of(get, caller, id);
        own.query.clear();
        own.changed("what was just made", 200);
        send(own);
        Call foreign = calls.of(get, world.neighbour(caller), id);
        foreign.query.clear();
        foreign.changed("another seller's", 404);
        send(foreign);
    }

    private Call changed(Call call) {
        int chance = random.nextInt(10);
        if (chance < 5 && call.operation.takesJson()) {
            new BodyChanges(document, random, calls.values(call.caller)).change(call);
        } else if (chance < 8) {
            new RequestChanges(document, random).change(call);
        }
        return call;
    }

    private Reply send(Call call) throws IOException {
        Reply reply = ask(call);
        List<String> complaints = complaints(call, reply);
        if (!complaints.isEmpty()) {
            throw new Found(report(call, reply, complaints));
        }
        learn(call, reply);
        return reply;
    }

    private Reply ask(Call call) throws IOException {
        sent++;
        return line.send(call.bytes(), call.method.equals("HEAD"));
    }

    private List<String> complaints(Call call, Reply reply) throws IOException {
        List<String> complaints = Oracle.judge(document, call, reply);
        if (complaints.isEmpty() && isSlow(call, reply) && isSlow(call, ask(call))) {
            return List.of("deadline: slow twice");
        }
        boolean runs = call.operation.path().equals("/v1/test-clock");
        boolean repeated = complaints.isEmpty() && call.operation.reads() && !runs && random.nextInt(4) == 0;
        if (repeated && changesEachTime(call, reply.fingerprint())) {
            return List.of("repeated: another answer");
        }
        return complaints;
    }

    /**
     * Documents are rendered at idle priority: on a busy machine, they take as long as it is busy. The feed waits as
     * long as it is asked to.
     */
    private static boolean isSlow(Call call, Reply reply) {
        boolean waits = call.query.stream().anyMatch(parameter -> parameter.startsWith("wait="));
        return reply.millis() > SLOW_MILLIS && !waits && !call.operation.returnsDocument();
    }

    /** Repeats the request once, because a background job may have changed the record meanwhile. */
    private boolean changesEachTime(Call call, String first) throws IOException {
        String second = ask(call).fingerprint();
        return !second.equals(first) && !ask(call).fingerprint().equals(second);
    }

    private void learn(Call call, Reply reply) {
        boolean records = reply.status() < 300 && reply.isJson() && call.method.equals(call.operation.method());
        if (!records || call.query.contains(DRY_RUN) || call.path.endsWith("/..")) {
            return;
        }
        String collection =
                call.operation.path().endsWith("}") ? call.path.substring(0, call.path.lastIndexOf('/')) : call.path;
        JsonNode data = reply.json().path("data");
        data.forEach(record -> world.learn(call, collection, record));
        world.learn(call, collection, data);
    }

    private String report(Call call, Reply reply, List<String> complaints) throws IOException {
        String rule = complaints.get(0).split(":")[0];
        Call least = RequestShrinker.of(document, call, rule, smaller -> {
            List<String> now = Oracle.judge(document, smaller, ask(smaller));
            return now.stream().anyMatch(complaint -> complaint.startsWith(rule + ":"));
        });
        return "%s%nchange: %s%nrun again: -Dfuzz.seed=%d%n%n%s%n%nanswer: %d %s%n%s"
                .formatted(
                        complaints, call.mutation, seed, least, reply.status(), reply.headers(), shown(reply.text()));
    }

    private static String shown(@Nullable String text) {
        return text == null || text.length() <= 2_000 ? String.valueOf(text) : text.substring(0, 2_000) + "…";
    }
}
