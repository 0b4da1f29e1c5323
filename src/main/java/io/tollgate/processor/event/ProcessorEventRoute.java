package io.tollgate.processor.event;

import io.tollgate.platform.api.Deadline;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ClientId;
import io.tollgate.platform.http.Networks;
import io.tollgate.platform.input.BodyReader;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.server.ServerLimits;
import io.tollgate.processor.AccountKeys;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorSettings;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Receives events of the processor: verifies and stores them. Never calls the processor.
 *
 * @param handlers tell which events are settled when they arrive
 * @param proxies whose {@code X-Forwarded-For} is trusted
 */
public record ProcessorEventRoute(
        Database database,
        List<ProcessorEventHandler> handlers,
        AccountKeys keys,
        ProcessorSettings settings,
        ServerLimits limits,
        Networks proxies,
        EventRateLimit rateLimit,
        ProcessorEventMetrics metrics,
        Clock clock) {
    private static final String PATH = "/processor/:account/events";
    private static final Pattern ACCOUNT = Pattern.compile("([0-9a-f]{24})-(live|test)");
    private static final int BYTES_MAX = 512 * 1024;
    private static final Buffer RECEIVED = Buffer.buffer("{\"received\":true}");

    public void mount(Router router) {
        router.post(PATH)
                .handler(this::limit)
                .handler(new Deadline(limits.requestTimeoutMillis()))
                .handler(BodyReader.ofJson(BYTES_MAX, limits.bodyTimeoutMillis()))
                .handler(this::receive);
        router.route(PATH)
                .handler(ctx -> ctx.fail(
                        ApiError.methodNotAllowed(ctx.request().method().name(), "POST")));
    }

    private @Nullable String address(RoutingContext ctx) {
        return ClientId.behind(ctx.request(), proxies);
    }

    private void limit(RoutingContext ctx) {
        String address = address(ctx);
        if (address != null) {
            rateLimit.requireAddress(address);
        }
        ctx.next();
    }

    private void receive(RoutingContext ctx) {
        store(ctx)
                .onSuccess(stored -> {
                    metrics.received(stored.first());
                    if (stored.first() && stored.settled()) {
                        metrics.ended(true);
                    }
                    ctx.response().putHeader("Content-Type", "application/json").end(RECEIVED);
                })
                .onFailure(failure -> reject(ctx, failure));
    }

    private void reject(RoutingContext ctx, Throwable failure) {
        if (failure instanceof ApiError error && (error.status() == 400 || error.status() == 404)) {
            metrics.rejected();
            String address = address(ctx);
            if (address != null) {
                rateLimit.rejected(address);
            }
        }
        ctx.fail(failure);
    }

    private Future<Stored> store(RoutingContext ctx) {
        String name = Objects.requireNonNull(ctx.pathParam("account"));
        Matcher account = ACCOUNT.matcher(name);
        if (!account.matches()) {
            return Future.failedFuture(ApiError.notFound("Account"));
        }
        Scope scope = new Scope(account.group(1), account.group(2).equals("live"));
        return ProcessorAccount.signing(database, scope).compose(signing -> {
            if (signing == null) {
                throw ApiError.notFound("Account");
            }
            byte[] body = BodyReader.of(ctx).getBytes();
            EventSignature.require(
                    body,
                    ctx.request().getHeader(EventSignature.HEADER),
                    secrets(signing),
                    settings.eventToleranceSeconds(),
                    clock.now());
            ProcessorEvent event = event(body, scope);
            rateLimit.take(name);
            return database.write(
                    scope,
                    transaction -> isSettled(transaction, scope, event)
                            .compose(settled -> ProcessorEventStore.insert(
                                            transaction, scope, event, clock.now(), settled)
                                    .map(first -> new Stored(first, settled))));
        });
    }

    private Future<Boolean> isSettled(SqlConnection transaction, Scope scope, ProcessorEvent event) {
        for (ProcessorEventHandler handler : handlers) {
            if (handler.handles(event.type())) {
                return handler.isSettled(transaction, scope, event);
            }
        }
        return Future.succeededFuture(false);
    }

    /**
     * A stored event.
     *
     * @param first whether it was not stored before
     * @param settled whether it needs no task
     */
    private record Stored(boolean first, boolean settled) {}

    private List<String> secrets(ProcessorAccount.Signing signing) {
        if (signing.simulated()) {
            return keys.simulatedWebhookSecrets(signing.scope());
        }
        Buffer sealed = signing.sealedSecret();
        String secret = sealed == null ? null : keys.openWebhookSecret(signing.scope(), sealed.getBytes());
        return secret == null ? List.of() : List.of(secret);
    }

    private static ProcessorEvent event(byte[] body, Scope scope) {
        try {
            JsonObject json = new JsonObject(Buffer.buffer(body));
            if (json.getValue("livemode") instanceof Boolean live && live != scope.live()) {
                throw ApiError.refused(400, "event_invalid", "The event belongs to the other mode.");
            }
            return ProcessorEvent.of(json);
        } catch (DecodeException | IllegalArgumentException other) {
            throw ApiError.refused(400, "event_invalid", "The body is not an event of the processor.");
        }
    }
}
