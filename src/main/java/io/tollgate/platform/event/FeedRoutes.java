package io.tollgate.platform.event;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.RowExpiry;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The endpoints of the feed: all events of a seller and mode in the order of their commits, and one event. */
public final class FeedRoutes {
    private final Feed feed;
    private final FeedWaiters waiters;
    private final List<String> types;
    private final Duration waitMax;
    private final Map<Read, Future<Feed.Page>> reading = new HashMap<>();

    private record Read(Scope scope, FeedRequest request) {}

    /**
     * Call on the event loop that serves the requests.
     *
     * @param types of all events
     * @param idleTimeout after which the server closes a connection on which nothing is sent
     * @param draining whether the server shuts down
     */
    public FeedRoutes(
            Vertx vertx,
            Database database,
            EventSignals signals,
            List<String> types,
            Duration idleTimeout,
            BooleanSupplier draining) {
        // Rounded timers of the server and of the wait may differ by a second.
        Duration beforeIdle = idleTimeout.minusSeconds(2);
        this.waitMax = beforeIdle.isNegative() ? Duration.ZERO : beforeIdle;
        this.feed = new Feed(database);
        this.waiters = new FeedWaiters(vertx, database, signals, draining);
        this.types = List.copyOf(types);
    }

    /** Returns the rule by which old events are deleted. */
    public static RowExpiry.Rule expiry(EventSettings settings) {
        return Feed.expiry(settings);
    }

    public List<Endpoint> all() {
        String path = LoggedEvent.RESOURCE.path();
        return List.of(
                new Endpoint(
                                HttpMethod.GET,
                                path,
                                "List events in the order of their commits",
                                Endpoint.Shape.FEED,
                                LoggedEvent.RESOURCE,
                                this::list)
                        .withParameters(FeedRequest.PARAMETERS),
                new Endpoint(
                        HttpMethod.GET,
                        path + "/{eventId}",
                        "Get an event",
                        Endpoint.Shape.RECORD,
                        LoggedEvent.RESOURCE,
                        this::get));
    }

    private Future<ApiResponse> list(Request request) {
        FeedRequest asked = FeedRequest.parse(request.parameters(), types);
        Scope scope = request.caller().reading(asked.livemode());
        Duration wait = Duration.ofSeconds(asked.waitSeconds());
        long until = System.nanoTime() + (wait.compareTo(waitMax) < 0 ? wait : waitMax).toNanos();
        return page(request, scope, asked, until).map(page -> ApiResponse.ok(json(page)));
    }

    /** Reads pages until one has events or the time is over. */
    private Future<Feed.Page> page(Request request, Scope scope, FeedRequest asked, long until) {
        return shared(scope, asked).compose(page -> {
            Duration left = Duration.ofNanos(until - System.nanoTime());
            if (!page.events().isEmpty() || left.isNegative() || left.isZero() || waiters.isDraining()) {
                return Future.succeededFuture(page);
            }
            FeedRequest next = asked.from(page.next());
            return page.more() ? page(request, scope, next, until) : awaitEvent(request, scope, next, page, until);
        });
    }

    private Future<Feed.Page> awaitEvent(Request request, Scope scope, FeedRequest next, Feed.Page empty, long until) {
        FeedWaiters.Wait wait = waiters.await(scope, empty.next(), Duration.ofNanos(until - System.nanoTime()));
        int handler = request.context().addEndHandler(closed -> wait.cancel().run());
        return wait.ended()
                .onComplete(woken -> request.context().removeEndHandler(handler))
                .compose(woken ->
                        waiters.isDraining() || request.context().response().closed()
                                ? Future.succeededFuture(empty)
                                : page(request, scope, next, until));
    }

    /** Reads a page. Equal requests that arrive meanwhile get the same page: one event wakes all that wait for it. */
    private Future<Feed.Page> shared(Scope scope, FeedRequest asked) {
        Read read = new Read(scope, asked.withoutWait());
        Future<Feed.Page> running = reading.get(read);
        if (running != null) {
            return running;
        }
        Future<Feed.Page> page = feed.page(scope, asked);
        reading.put(read, page);
        page.onComplete(done -> reading.remove(read));
        return page;
    }

    private static Buffer json(Feed.Page page) {
        Buffer json = Buffer.buffer("{\"data\":[");
        for (int i = 0; i < page.events().size(); i++) {
            json.appendString(i == 0 ? "" : ",")
                    .appendBuffer(page.events().get(i).json());
        }
        return json.appendString(
                "],\"next\":" + page.next() + ",\"has_more\":" + page.more() + ",\"last\":" + page.last() + "}");
    }

    private Future<ApiResponse> get(Request request) {
        Boolean livemode = ListRequest.livemode(LoggedEvent.RESOURCE, request.parameters());
        String id = request.id(LoggedEvent.RESOURCE.idName());
        return feed.get(request.caller().reading(livemode), id).map(event -> ApiResponse.record(200, event.json()));
    }
}
