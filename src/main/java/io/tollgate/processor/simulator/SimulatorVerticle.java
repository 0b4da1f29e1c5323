package io.tollgate.processor.simulator;

import io.tollgate.clock.Clock;
import io.tollgate.db.Database;
import io.tollgate.db.DatabaseSettings;
import io.tollgate.processor.AccountKeys;
import io.tollgate.processor.simulator.Faults.Fault;
import io.tollgate.processor.simulator.StoredResponses.Reply;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.sqlclient.SqlConnection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The simulated processor, on loopback only. */
public final class SimulatorVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(SimulatorVerticle.class);
    private static final Pattern KEY = Pattern.compile("Bearer (sk_(live|test)_sim([0-9a-f]{24})[0-9a-f]{32})");
    private static final String ID = "([^/]+)";

    private static final List<Route> ROUTES = List.of(
            new Route(HttpMethod.POST, "/v1/coupons", SimulatedCoupons::create),
            new Route(HttpMethod.GET, "/v1/coupons/" + ID, SimulatedCoupons::retrieve),
            new Route(HttpMethod.POST, "/v1/coupons/" + ID, SimulatedCoupons::update),
            new Route(HttpMethod.DELETE, "/v1/coupons/" + ID, SimulatedCoupons::delete),
            new Route(HttpMethod.GET, "/v1/tax_rates", SimulatedTaxRates::list),
            new Route(HttpMethod.POST, "/v1/tax_rates", SimulatedTaxRates::create),
            new Route(HttpMethod.GET, "/v1/tax_rates/" + ID, SimulatedTaxRates::retrieve),
            new Route(HttpMethod.POST, "/v1/tax_rates/" + ID, SimulatedTaxRates::update),
            new Route(HttpMethod.POST, "/v1/customers", SimulatedCustomers::create),
            new Route(HttpMethod.GET, "/v1/customers/" + ID, SimulatedCustomers::retrieve),
            new Route(HttpMethod.POST, "/v1/subscriptions", SimulatedSubscriptions::create),
            new Route(HttpMethod.GET, "/v1/subscriptions/" + ID, SimulatedSubscriptions::retrieve),
            new Route(HttpMethod.POST, "/v1/subscriptions/" + ID, SimulatedSubscriptions::update),
            new Route(HttpMethod.DELETE, "/v1/subscriptions/" + ID, SimulatedSubscriptions::cancel));

    private final DatabaseSettings settings;
    private final AccountKeys keys;
    private final Clock clock;
    private final int port;
    private final Faults faults = new Faults();
    private @Nullable Database database;

    /** What is done for requests of one form. */
    private record Route(HttpMethod method, Pattern path, Operation operation) {
        Route(HttpMethod method, String path, Operation operation) {
            this(method, Pattern.compile(path), operation);
        }

        boolean takes(HttpServerRequest request) {
            return method.equals(request.method())
                    && path.matcher(request.path()).matches();
        }

        String id(HttpServerRequest request) {
            Matcher matcher = path.matcher(request.path());
            return matcher.matches() && matcher.groupCount() > 0
                    ? java.net.URLDecoder.decode(matcher.group(1), StandardCharsets.UTF_8)
                    : "";
        }
    }

    public SimulatorVerticle(DatabaseSettings settings, AccountKeys keys, Clock clock, int port) {
        this.settings = settings;
        this.keys = keys;
        this.clock = clock;
        this.port = port;
    }

    @Override
    public Future<?> start() {
        database = new Database(vertx, settings);
        return vertx.createHttpServer(new HttpServerOptions().setIdleTimeout(30))
                .requestHandler(this::handle)
                .listen(port, "127.0.0.1");
    }

    @Override
    public Future<?> stop() {
        if (database != null) {
            database.close();
        }
        return Future.succeededFuture();
    }

    private void handle(HttpServerRequest request) {
        request.body().onSuccess(body -> answer(request, body.toString(StandardCharsets.UTF_8)));
    }

    private void answer(HttpServerRequest request, String body) {
        FormBody form = FormBody.of(request.method().equals(HttpMethod.GET) ? query(request) : body);
        String header = request.getHeader("Idempotency-Key");
        String key = header == null ? "" : header;
        String path = java.net.URLDecoder.decode(request.path(), StandardCharsets.UTF_8);
        Fault fault = faults.of(path, form, key);
        Future<Reply> reply = switch (fault) {
            case DECLINE -> refused(WireError.declined());
            case RATELIMIT -> refused(WireError.rateLimited());
            case ERROR -> refused(WireError.broken());
            case DROP -> Future.failedFuture("dropped");
            default -> work(request, body, form, key);
        };
        reply.onSuccess(made -> send(request, made, fault)).onFailure(failure -> {
            if (fault != Fault.DROP) {
                LOG.error("the simulated processor failed", failure);
            }
            request.connection().close();
        });
    }

    private static String query(HttpServerRequest request) {
        return request.query() == null ? "" : request.query();
    }

    private static Future<Reply> refused(WireError error) {
        return Future.succeededFuture(new Reply(error.status(), error.body(), false));
    }

    private Future<Reply> work(HttpServerRequest request, String body, FormBody form, String key) {
        Scope scope = account(request);
        if (scope == null) {
            return refused(WireError.unauthorized());
        }
        Route route =
                ROUTES.stream().filter(each -> each.takes(request)).findFirst().orElse(null);
        if (route == null) {
            return refused(WireError.unknownPath(request.method().name(), request.path()));
        }
        String print = request.method() + " " + request.path() + "\n" + body;
        return java.util.Objects.requireNonNull(database)
                .write(
                        scope,
                        transaction -> key.isEmpty()
                                ? done(transaction, scope, route, request, form)
                                : StoredResponses.once(
                                        transaction,
                                        scope,
                                        clock.now(),
                                        key,
                                        print,
                                        () -> done(transaction, scope, route, request, form)))
                .recover(SimulatorVerticle::refusal);
    }

    private Future<Reply> done(
            SqlConnection transaction, Scope scope, Route route, HttpServerRequest request, FormBody form) {
        SimulatedObjects books = new SimulatedObjects(transaction, scope, clock.now());
        return Future.succeededFuture()
                .compose(nothing -> route.operation().on(books, form, route.id(request)))
                .map(object -> new Reply(200, object, false))
                .recover(SimulatorVerticle::refusal);
    }

    private static Future<Reply> refusal(Throwable failure) {
        return failure instanceof WireError error ? refused(error) : Future.failedFuture(failure);
    }

    /** Whose account the key is of; null where it is none of ours. */
    private @Nullable Scope account(HttpServerRequest request) {
        String authorization = request.getHeader("Authorization");
        Matcher key = KEY.matcher(authorization == null ? "" : authorization);
        if (!key.matches()) {
            return null;
        }
        Scope scope = new Scope(key.group(3), key.group(2).equals("live"));
        return keys.isSimulatedKey(scope, key.group(1)) ? scope : null;
    }

    private static void send(HttpServerRequest request, Reply reply, Fault fault) {
        switch (fault) {
            case LOSE -> request.connection().close();
            case HANG -> LOG.debug("a request is left without an answer");
            case GARBLE -> request.response().end("<html>");
            default -> {
                request.response()
                        .setStatusCode(reply.status())
                        .putHeader("Content-Type", "application/json")
                        .putHeader("Request-Id", SimulatedObjects.newId("req_"));
                if (reply.replayed()) {
                    request.response().putHeader("Idempotent-Replayed", "true");
                }
                if (reply.status() == 429) {
                    request.response().putHeader("Retry-After", "1");
                }
                request.response().end(reply.body().encode());
            }
        }
    }
}
