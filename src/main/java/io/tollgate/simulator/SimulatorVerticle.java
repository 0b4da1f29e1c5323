package io.tollgate.simulator;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.DatabaseSettings;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.server.ContextCall;
import io.tollgate.processor.AccountKeys;
import io.tollgate.simulator.Faults.Fault;
import io.tollgate.simulator.StoredResponses.Reply;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.sqlclient.SqlConnection;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server of the processor simulator; listens on loopback only. */
public final class SimulatorVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(SimulatorVerticle.class);
    private static final Pattern KEY = Pattern.compile("Bearer ([sp])k_(live|test)_sim([0-9a-f]{24})[0-9a-f]{32}");
    private static final String CALL = "call";

    /** The operations of a browser, which has the account's publishable key and the secret of one payment intent. */
    private static final String PUBLISHABLE = "publishable";

    private final DatabaseSettings settings;
    private final AccountKeys keys;
    private final Clock clock;
    private final String host;
    private final int port;
    private final @Nullable Events events;
    private final Scenario scenario;
    private final Faults faults;
    private final SimulatorTime time;
    private @Nullable EventSender sender;
    private @Nullable BillingWorker billing;
    private @Nullable Database database;

    /**
     * The events of the simulator.
     *
     * @param target the gateway that receives them
     * @param loops whether events and renewals happen by themselves, or only when the caller asks for them
     */
    public record Events(EventTarget target, boolean loops) {}

    /**
     * A request whose body is read.
     *
     * @param body as sent
     * @param form the parameters of the body, or of the query of a GET
     * @param key the idempotency key; empty without one
     */
    private record Call(String body, FormBody form, String key, Fault fault) {
        static Call of(RoutingContext ctx) {
            return Objects.requireNonNull(ctx.get(CALL));
        }
    }

    /** Creates a simulator that sends no events, bills a subscription only when it is read, and has no scenario. */
    public SimulatorVerticle(DatabaseSettings settings, AccountKeys keys, Clock clock, String host, int port) {
        this(settings, keys, clock, host, port, null, Scenario.NONE);
    }

    /** @param events null if nobody receives them */
    public SimulatorVerticle(
            DatabaseSettings settings,
            AccountKeys keys,
            Clock clock,
            String host,
            int port,
            @Nullable Events events,
            Scenario scenario) {
        this.settings = settings;
        this.keys = keys;
        this.clock = clock;
        this.host = host;
        this.port = port;
        this.events = events;
        this.scenario = scenario;
        this.faults = new Faults(scenario);
        this.time = new SimulatorTime(clock);
    }

    @Override
    public Future<?> start() {
        database = new Database(vertx, settings);
        if (events != null) {
            EventSender created = new EventSender(vertx, database, keys, time, events.target(), scenario);
            sender = created;
            if (events.loops()) {
                created.start();
                billing = new BillingWorker(vertx, database, time, scenario);
                billing.start();
            }
        }
        return vertx.createHttpServer(new HttpServerOptions().setIdleTimeout(30))
                .requestHandler(router())
                .listen(port, host);
    }

    /** Sends the due events of an account to the gateway, and returns how many there were. */
    public Future<Integer> sendEvents(Scope scope) {
        return ContextCall.on(context, () -> Objects.requireNonNull(sender).run(scope));
    }

    @Override
    public Future<?> stop() {
        if (sender != null) {
            sender.stop();
        }
        if (billing != null) {
            billing.stop();
        }
        if (database != null) {
            database.close();
        }
        return Future.succeededFuture();
    }

    private Router router() {
        Router router = Router.router(vertx);
        SimulatorPages.mount(router);
        router.route().handler(this::read).handler(this::fail).handler(this::authenticate);
        SimulatorRoutes.mount(router, this::on);
        router.route().handler(ctx -> {
            HttpServerRequest request = ctx.request();
            reject(ctx, WireError.unknownPath(request.method().name(), request.path()));
        });
        return router;
    }

    private void read(RoutingContext ctx) {
        HttpServerRequest request = ctx.request();
        request.body().onSuccess(bytes -> {
            String body = bytes.toString(StandardCharsets.UTF_8);
            String query = Objects.requireNonNullElse(request.query(), "");
            FormBody form = FormBody.of(request.method().equals(HttpMethod.GET) ? query : body);
            String key = Objects.requireNonNullElse(request.getHeader("Idempotency-Key"), "");
            ctx.put(
                    CALL,
                    new Call(
                            body,
                            form,
                            key,
                            faults.of(
                                    request.method().name(),
                                    URLDecoder.decode(request.path(), StandardCharsets.UTF_8),
                                    form,
                                    key)));
            ctx.next();
        });
    }

    /** Injects the faults that come before the operation; those that come after it are injected by {@link #send}. */
    private void fail(RoutingContext ctx) {
        switch (Call.of(ctx).fault()) {
            case DECLINE -> reject(ctx, WireError.declined());
            case RATELIMIT -> reject(ctx, WireError.rateLimited());
            case ERROR -> reject(ctx, WireError.broken());
            case DROP -> ctx.request().connection().close();
            default -> ctx.next();
        }
    }

    private void authenticate(RoutingContext ctx) {
        String authorization = Objects.requireNonNullElse(ctx.request().getHeader("Authorization"), "");
        Matcher key = KEY.matcher(authorization);
        if (key.matches()) {
            Scope scope = new Scope(key.group(3), key.group(2).equals("live"));
            boolean publishable = key.group(1).equals("p");
            String sent = authorization.substring("Bearer ".length());
            if (publishable ? keys.isSimulatedPublishableKey(scope, sent) : keys.isSimulatedKey(scope, sent)) {
                ctx.put(Scope.class.getName(), scope).put(PUBLISHABLE, publishable);
                ctx.next();
                return;
            }
        }
        reject(ctx, WireError.unauthorized());
    }

    private void on(
            Route route, SimulatorRoutes.Operation withSecretKey, SimulatorRoutes.Operation withPublishableKey) {
        route.handler(ctx -> run(ctx, ctx.<Boolean>get(PUBLISHABLE) ? withPublishableKey : withSecretKey)
                .onSuccess(reply -> send(ctx, reply))
                .onFailure(failure -> {
                    LOG.error("The processor simulator failed", failure);
                    ctx.request().connection().close();
                }));
    }

    private Future<Reply> run(RoutingContext ctx, SimulatorRoutes.Operation operation) {
        Call call = Call.of(ctx);
        Scope scope = Objects.requireNonNull(ctx.get(Scope.class.getName()));
        String fingerprint = ctx.request().method() + " " + ctx.request().path() + "\n" + call.body();
        String id = Objects.requireNonNullElse(ctx.pathParam("id"), "");
        return Objects.requireNonNull(database)
                .write(
                        scope,
                        transaction -> call.key().isEmpty()
                                ? run(transaction, scope, operation, call.form(), id)
                                : StoredResponses.once(
                                        transaction,
                                        scope,
                                        clock.now(),
                                        call.key(),
                                        fingerprint,
                                        () -> run(transaction, scope, operation, call.form(), id)))
                .recover(SimulatorVerticle::rejection);
    }

    private Future<Reply> run(
            SqlConnection transaction, Scope scope, SimulatorRoutes.Operation operation, FormBody form, String id) {
        return time.objects(transaction, scope, scenario)
                .compose(objects -> operation.on(objects, form, id))
                .map(object -> new Reply(200, object, false))
                .recover(SimulatorVerticle::rejection);
    }

    private static Future<Reply> rejection(Throwable failure) {
        return failure instanceof WireError error
                ? Future.succeededFuture(new Reply(error.status(), error.body(), false))
                : Future.failedFuture(failure);
    }

    private static void reject(RoutingContext ctx, WireError error) {
        send(ctx, new Reply(error.status(), error.body(), false));
    }

    private static void send(RoutingContext ctx, Reply reply) {
        HttpServerResponse response = ctx.response();
        switch (Call.of(ctx).fault()) {
            case LOSE -> ctx.request().connection().close();
            case HANG -> LOG.debug("The processor simulator leaves a request without a response");
            case GARBLE -> response.end("<html>");
            default -> {
                response.setStatusCode(reply.status())
                        .putHeader("Content-Type", "application/json")
                        .putHeader("Request-Id", SimulatedObjects.newId("req_"));
                if (reply.replayed()) {
                    response.putHeader("Idempotent-Replayed", "true");
                }
                if (reply.status() == 429) {
                    response.putHeader("Retry-After", "1");
                }
                response.end(reply.body().encode());
            }
        }
    }
}
