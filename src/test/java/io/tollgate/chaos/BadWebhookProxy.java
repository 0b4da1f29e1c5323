package io.tollgate.chaos;

import io.tollgate.support.TestSeller;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A proxy in front of a receiver of webhooks that drops, doubles, delays and reorders deliveries. */
final class BadWebhookProxy implements AutoCloseable {
    private static final int DELAY_MILLIS_MAX = 500;

    /** Longer than a retry after the first failure, so that a second copy can arrive after later events. */
    private static final int COPY_MILLIS_MAX = 8_000;

    private static final int OVERTAKEN_MILLIS_MAX = 1_000;

    private final Vertx vertx = Vertx.vertx();
    private final WebhookCopy receiver;
    private final Random random;
    private final HttpServer server;
    private final Deque<Runnable> overtaken = new ArrayDeque<>();
    private final Map<Fault, Integer> counts = new EnumMap<>(Fault.class);
    private final Set<String> swallowed = ConcurrentHashMap.newKeySet();
    private volatile int arrived;
    private volatile @Nullable Fault always;

    /** What happens to a delivery, with a weight. */
    enum Fault {
        NONE(24),
        /** The connection closes before the receiver gets the delivery. */
        LOST_REQUEST(3),
        /** The connection closes after the receiver got the delivery. */
        LOST_RESPONSE(3),
        /** The receiver gets it a second time, up to some seconds later. */
        DOUBLED(3),
        DELAYED(3),
        /** The receiver gets it after the next one. */
        OVERTAKEN(3),
        /** The response is 503, and the receiver gets nothing. */
        REFUSED(2),
        /** The response is 200, but the receiver gets nothing. */
        SWALLOWED(2),
        /** There is no response, and the receiver gets nothing. */
        HELD(0);

        private final int weight;

        Fault(int weight) {
            this.weight = weight;
        }

        private static Fault choose(Random random) {
            int left = 0;
            for (Fault fault : values()) {
                left += fault.weight;
            }
            left = random.nextInt(left);
            for (Fault fault : values()) {
                left -= fault.weight;
                if (left < 0) {
                    return fault;
                }
            }
            return NONE;
        }
    }

    /** A delivery: names of headers in lower case. */
    record Delivery(Map<String, String> headers, String body) {}

    BadWebhookProxy(WebhookCopy receiver, long seed) {
        this.receiver = receiver;
        this.random = new Random(seed);
        server = TestSeller.await(vertx.createHttpServer()
                .requestHandler(request -> request.body().onSuccess(body -> handle(request, body)))
                .listen(0, "127.0.0.1"));
    }

    String url() {
        return "http://127.0.0.1:" + server.actualPort() + "/";
    }

    /** From now on, every delivery reaches the receiver. */
    void becomeHonest() {
        always = Fault.NONE;
    }

    /** From now on, deliveries get no response. */
    void holdAll() {
        always = Fault.HELD;
    }

    /** Returns how many deliveries the gateway has sent. */
    int arrived() {
        return arrived;
    }

    /** Returns how often each fault happened. */
    synchronized Map<Fault, Integer> counts() {
        return new EnumMap<>(counts);
    }

    /** Returns the ids of the events that the gateway regards as delivered because of a false response. */
    Set<String> swallowed() {
        return Set.copyOf(swallowed);
    }

    private void handle(HttpServerRequest request, Buffer body) {
        Map<String, String> headers = new TreeMap<>();
        request.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
        Delivery delivery = new Delivery(headers, body.toString());
        Fault set = always;
        Fault fault = set == null ? Fault.choose(random) : set;
        synchronized (this) {
            counts.merge(fault, 1, Integer::sum);
        }
        handle(request, delivery, fault);
        arrived++;
        if (fault != Fault.OVERTAKEN) {
            while (!overtaken.isEmpty()) {
                overtaken.remove().run();
            }
        }
    }

    private void handle(HttpServerRequest request, Delivery delivery, Fault fault) {
        switch (fault) {
            case NONE -> deliver(request, delivery);
            case LOST_REQUEST -> request.connection().close();
            case LOST_RESPONSE -> {
                receiver.receive(delivery);
                request.connection().close();
            }
            case DOUBLED -> {
                deliver(request, delivery);
                vertx.setTimer(1L + random.nextInt(COPY_MILLIS_MAX), again -> receiver.receive(delivery));
            }
            case DELAYED -> vertx.setTimer(1L + random.nextInt(DELAY_MILLIS_MAX), late -> deliver(request, delivery));
            case OVERTAKEN -> {
                Runnable last = once(() -> deliver(request, delivery));
                overtaken.add(last);
                vertx.setTimer(OVERTAKEN_MILLIS_MAX, alone -> last.run());
            }
            case REFUSED -> respond(request, 503);
            case SWALLOWED -> {
                swallowed.add(delivery.headers().get("webhook-id"));
                respond(request, 200);
            }
            case HELD -> {}
        }
    }

    private static Runnable once(Runnable task) {
        boolean[] done = {false};
        return () -> {
            if (!done[0]) {
                done[0] = true;
                task.run();
            }
        };
    }

    private void deliver(HttpServerRequest request, Delivery delivery) {
        receiver.receive(delivery);
        respond(request, 200);
    }

    /** Does nothing if the gateway was killed meanwhile. */
    private static void respond(HttpServerRequest request, int status) {
        request.response().setStatusCode(status).end();
    }

    @Override
    public void close() {
        TestSeller.await(vertx.close());
    }
}
