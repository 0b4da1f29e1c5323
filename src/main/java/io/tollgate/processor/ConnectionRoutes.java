package io.tollgate.processor;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Connects a seller's account at the processor, checks its key, and disconnects it. Each mode has its own account, and
 * a request concerns the mode of its key. Keys are encrypted before they are stored, and no response contains them.
 */
public final class ConnectionRoutes {
    /** An account at the processor is no record. */
    private static final Resource RESOURCE = Resource.at("/v1/processor-account")
            .noun("Processor account")
            .modes(Resource.Modes.LIVE_AND_TEST)
            .build();

    /** For the audit log, which shows the fields that change. */
    private static final Resource AUDITED = Resource.at(RESOURCE.path())
            .noun(RESOURCE.noun())
            .fields(ConnectionCodec.FIELDS)
            .build();

    private static final String LOCK = ProcessorConnection.SHOW + " FOR UPDATE";

    private static final String STORE = """
            INSERT INTO processor_account
                (seller_id, livemode, secret_key, publishable_key, webhook_secret, simulated, created_at)
            VALUES ($1, $2, $3, $4, $5, false, $6)
            ON CONFLICT (seller_id, livemode)
            DO UPDATE SET secret_key = EXCLUDED.secret_key, publishable_key = EXCLUDED.publishable_key,
                          webhook_secret = EXCLUDED.webhook_secret, simulated = false,
                          created_at = EXCLUDED.created_at
            """;

    private static final String DELETE = "DELETE FROM processor_account WHERE seller_id = $1 AND livemode = $2";

    /** The request attribute that states why the processor refuses the key, if it does. */
    private static final String REFUSAL = "processorKeyRefusal";

    private final WriteExecutor writes;
    private final Database database;
    private final ProcessorClient client;
    private final AccountKeys keys;
    private final String publicUrl;

    public ConnectionRoutes(
            WriteExecutor writes, Database database, ProcessorClient client, AccountKeys keys, String publicUrl) {
        this.writes = writes;
        this.database = database;
        this.client = client;
        this.keys = keys;
        this.publicUrl = publicUrl;
    }

    public List<Endpoint> all() {
        return List.of(show(), check(), connect(), disconnect());
    }

    private Endpoint show() {
        return new Endpoint(
                        HttpMethod.GET,
                        RESOURCE.path(),
                        "Get the account at the payment processor",
                        Endpoint.Shape.RECORD,
                        RESOURCE,
                        request -> {
                            Scope scope = scope(request);
                            return database.get(ProcessorConnection.SHOW, key(scope))
                                    .map(rows -> answer(ProcessorConnection.of(scope, rows)));
                        })
                .withResponseSchema(ConnectionCodec.SCHEMA);
    }

    private static Scope scope(Request request) {
        return request.caller().reading(ListRequest.livemode(RESOURCE, request.parameters()));
    }

    private static Tuple key(Scope scope) {
        return Tuple.of(scope.sellerId(), scope.live());
    }

    private ApiResponse answer(ProcessorConnection account) {
        return ApiResponse.record(200, ConnectionCodec.encode(account, publicUrl));
    }

    private Endpoint check() {
        return new Endpoint(
                        HttpMethod.GET,
                        RESOURCE.path() + "/check",
                        "Check the key of the account at the payment processor",
                        Endpoint.Shape.RECORD,
                        RESOURCE,
                        request -> {
                            Scope scope = scope(request);
                            return ProcessorAccount.find(database, scope)
                                    .compose(account -> refusal(ProcessorAccount.required(account, scope)))
                                    .map(refusal ->
                                            ApiResponse.record(200, ConnectionCodec.check(refusal.orElse(null))));
                        })
                .withResponseSchema(ConnectionCodec.CHECK_SCHEMA);
    }

    /** Asks the processor, and returns why it refuses the key. Fails with 503 if it does not answer. */
    private Future<Optional<String>> refusal(ProcessorAccount account) {
        return client.run(account, "check key", Processor::check)
                .map(accepted -> Optional.<String>empty())
                .recover(failure -> {
                    if (failure instanceof ProcessorFailure known) {
                        switch (known.kind()) {
                            case KEY_REFUSED -> {
                                return Future.succeededFuture(Optional.of("The payment processor refuses the key."));
                            }
                            case REFUSED -> {
                                return Future.succeededFuture(Optional.of(
                                        "The key may not read customers, which Tollgate needs: " + known.getMessage()));
                            }
                            default -> {}
                        }
                    }
                    return Future.failedFuture(ProcessorFailure.toApiError(failure));
                });
    }

    private Endpoint connect() {
        Writing writing = Writing.of("connectProcessorAccount", """
                Connects the seller's account at the payment processor in the mode of the API key, or replaces its \
                keys. The processor is asked first: a key that it refuses returns 400, and nothing is stored. \
                Omitted keys are removed. Another account cannot continue what the former one has begun, such as \
                subscriptions and refunds. Send the events of the account to `eventUrl`.\
                """, ConnectionCodec.CONNECT)
                .withResponseSchema(ConnectionCodec.SCHEMA);
        Endpoint connect = writes.endpoint(
                HttpMethod.POST,
                RESOURCE.path(),
                "Connect an account at the payment processor",
                RESOURCE,
                writing,
                this::connect);
        return connect.withOperation(request -> asked(request).compose(refusal -> {
            request.context().put(REFUSAL, refusal);
            return connect.operation().answer(request);
        }));
    }

    /** Asks the processor about a key that could be one. The write reports the others. */
    private Future<String> asked(Request request) {
        Input input = request.input(ConnectionCodec.CONNECT);
        Scope scope = request.caller().writing();
        String secret = input.isValid(ConnectionCodec.SECRET) ? input.text(ConnectionCodec.SECRET) : null;
        if (secret == null || !isOfMode(secret, scope)) {
            return Future.succeededFuture("");
        }
        Buffer sealed = Buffer.buffer(keys.seal(scope, secret));
        return refusal(new ProcessorAccount(scope, sealed, null, false)).map(refusal -> refusal.orElse(""));
    }

    private static boolean isOfMode(@Nullable String key, Scope scope) {
        return key == null || key.contains(scope.live() ? "_live_" : "_test_");
    }

    private WriteExecutor.Command connect(Request request) {
        Input input = request.input(ConnectionCodec.CONNECT);
        Scope scope = request.caller().writing();
        String mode = "must be a key of " + (scope.live() ? "live" : "test") + " mode, like the API key";
        for (String name : List.of(ConnectionCodec.SECRET, ConnectionCodec.PUBLISHABLE)) {
            input.rule(!input.isValid(name) || isOfMode(input.text(name), scope), name, mode);
        }
        String refusal = request.context().get(REFUSAL);
        input.rule(refusal.isEmpty(), ConnectionCodec.SECRET, "cannot be used: " + refusal);
        input.check();
        return write -> locked(write).compose(former -> {
            expect(write, former);
            return store(write, input)
                    .compose(done -> locked(write))
                    .compose(stored -> audit(write, former, stored).map(audited -> answer(stored)));
        });
    }

    /** Fails with 412 if the request expects another state. */
    private void expect(WriteContext write, ProcessorConnection former) {
        write.expect(RESOURCE, ConnectionCodec.encode(former, publicUrl));
    }

    private Future<Void> audit(WriteContext write, ProcessorConnection former, ProcessorConnection next) {
        return write.audit(
                AUDITED,
                write.scope().sellerId(),
                ConnectionCodec.json(former, publicUrl),
                ConnectionCodec.json(next, publicUrl));
    }

    private Future<ProcessorConnection> locked(WriteContext write) {
        return write.transaction()
                .preparedQuery(LOCK)
                .execute(key(write.scope()))
                .map(rows -> ProcessorConnection.of(write.scope(), rows));
    }

    private Future<?> store(WriteContext write, Input input) {
        Scope scope = write.scope();
        String events = input.text("eventSecret");
        return write.transaction()
                .preparedQuery(STORE)
                .execute(Tuple.of(
                        scope.sellerId(),
                        scope.live(),
                        Buffer.buffer(keys.seal(scope, String.valueOf(input.text(ConnectionCodec.SECRET)))),
                        input.text(ConnectionCodec.PUBLISHABLE),
                        events == null ? null : Buffer.buffer(keys.sealWebhookSecret(scope, events)),
                        write.realTime().atOffset(ZoneOffset.UTC)));
    }

    private Endpoint disconnect() {
        Writing writing =
                Writing.of("disconnectProcessorAccount", """
                Disconnects the account of the mode of the API key. Nothing can be charged or refunded in this mode \
                until an account is connected; subscriptions go on at the processor, and their charges are recorded \
                once the same account is connected again.""", Body.NONE).withResponseSchema(Endpoint.Schema.DELETED);
        return writes.endpoint(
                HttpMethod.DELETE,
                RESOURCE.path(),
                "Disconnect the account at the payment processor",
                RESOURCE,
                writing,
                this::disconnect);
    }

    private WriteExecutor.Command disconnect(Request request) {
        request.input(Body.NONE).check();
        return write -> locked(write).compose(former -> {
            if (former.connectedAt() == null) {
                throw ApiError.notFound(RESOURCE.noun());
            }
            expect(write, former);
            return write.transaction()
                    .preparedQuery(DELETE)
                    .execute(key(write.scope()))
                    .compose(done -> locked(write))
                    .compose(none -> audit(write, former, none))
                    .map(done -> ApiResponse.deleted(RESOURCE.noun()));
        });
    }
}
