package io.tollgate.accounts.apikey;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.api.KeyScopes;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.Caller;
import io.tollgate.platform.http.Ceilings;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.secret.RotatingKey;
import io.tollgate.platform.secret.Sealing;
import io.tollgate.platform.secret.Secrets;
import io.tollgate.platform.write.PageIds;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Endpoints that create, list, change, roll and revoke API keys. No key can give another one more than it has itself,
 * or get hold of a key that may do more.
 */
public final class ApiKeyRoutes {
    private static final String ALL = ApiKeyCodec.RESOURCE.path();
    private static final String ONE = ALL + "/{keyId}";
    private static final int OVERLAP_DEFAULT = 24;
    private static final int OVERLAP_MAX = 168;

    private static final Body CREATE = Body.of(
            "ApiKeyCreate",
            "{ \"label\": \"Door, north gate\", \"preset\": \"door\", \"expiresAt\": \"2027-06-30T22:00:00.000Z\" }",
            ApiKeyCodec.SCHEMA.create());
    private static final Body CHANGE = Body.of(
            "ApiKeyChange", "{ \"scopes\": [\"payments:read\", \"invoices:read\"] }", ApiKeyCodec.SCHEMA.change());
    private static final Body ROLL = Body.of(
                    "ApiKeyRoll",
                    "{ \"overlapHours\": 48 }",
                    Field.integer("overlapHours", 0, OVERLAP_MAX)
                            .doc("For how many hours the former key still works. 0: it ends at once.")
                            .defaultsTo(OVERLAP_DEFAULT))
            .asOptional();

    private final WriteExecutor writes;
    private final Database database;
    private final Clock clock;
    private final RotatingKey pepper;
    private final Sealing responses;

    /** @param secrets hash keys, and encrypt stored responses */
    public ApiKeyRoutes(WriteExecutor writes, Database database, Clock clock, Secrets secrets) {
        this.writes = writes;
        this.database = database;
        this.clock = clock;
        this.pepper = secrets.keyPepper();
        this.responses = Sealing.ofResponses(secrets);
    }

    public List<Endpoint> all() {
        return List.of(list(), get(), create(), change(), roll(), revoke());
    }

    private Endpoint list() {
        return new Endpoint(
                HttpMethod.GET,
                ALL,
                "List all API keys, newest first",
                Endpoint.Shape.WHOLE_LIST,
                ApiKeyCodec.RESOURCE,
                request -> {
                    request.refuseParameters();
                    Scope scope = request.caller().writing();
                    Instant since = clock.now().minus(ApiKeyRows.LISTED);
                    return database.get(
                                    ApiKeyRows.LIST,
                                    Tuple.of(scope.sellerId(), scope.live(), since.atOffset(ZoneOffset.UTC)))
                            .map(rows -> ApiKeyCodec.list(ApiKeyRows.all(scope, rows)));
                });
    }

    private Endpoint get() {
        return new Endpoint(
                HttpMethod.GET, ONE, "Get one API key", Endpoint.Shape.RECORD, ApiKeyCodec.RESOURCE, request -> {
                    String id = request.ids("keyId").get(0);
                    Scope scope = request.caller().writing();
                    return database.get(ApiKeyRows.ONE, Tuple.of(scope.sellerId(), scope.live(), id))
                            .map(rows -> ApiKeyRows.one(scope, rows))
                            .map(ApiKeyCodec::response);
                });
    }

    private Endpoint create() {
        Writing writing = Writing.of("createApiKey", """
                Creates an API key. Send either `preset` or `scopes`. Only this response has the key. A key gives \
                another one no scope that it lacks (403 `missing_scope`), no higher ceilings, and none that works \
                longer than itself. Keys that it creates count towards its own ceilings. \
                Test keys create test keys only: 403 `live_key`. A seller can have 100 keys that work: 400 for the \
                next.""", CREATE).creating().withResponseSchema(ApiKeyCodec.CREATED);
        return writes.endpoint(
                HttpMethod.POST, ALL, "Create an API key", ApiKeyCodec.RESOURCE, writing, sealed(this::create));
    }

    private WriteExecutor.Plan sealed(WriteExecutor.Plan plan) {
        return plan.sealedBy(responses);
    }

    private WriteExecutor.Command create(Request request) {
        Input input = request.input(CREATE);
        String preset = input.text("preset");
        boolean listed = input.hasValue("scopes");
        input.rule(listed != (preset != null), "scopes", "send either scopes or preset");
        Caller caller = request.caller();
        Instant expiry = KeyGrants.end(input, caller, clock.now());
        Ceilings ceilings = CeilingsCodec.read(input, caller.ceilings());
        input.check();
        boolean live = input.bool("livemode", caller.live());
        if (live && !caller.live()) {
            throw ApiError.forbidden("live_key", "Test API keys cannot create live keys. Use a live API key.");
        }
        List<String> scopes = listed ? sorted(input.texts("scopes")) : KeyScopes.PRESETS.get(preset);
        KeyGrants.requireWithin(caller, scopes, ceilings);
        List<String> pages = pages(input);
        String label = Objects.requireNonNull(input.text("label"));
        Grant grant = new Grant(live, label, scopes, pages, ceilings, null, expiry);
        return write -> ApiKeyRows.requireRoom(write)
                .compose(room -> PageIds.require(write, pages))
                .compose(existing -> insert(write, grant))
                .map(created -> ApiKeyCodec.created(created.record(), created.key()));
    }

    /** Returns the pages that a request names, or null for all. */
    private static @Nullable List<String> pages(Input input) {
        return input.hasValue("pages") ? sorted(input.texts("pages")) : null;
    }

    private static List<String> sorted(List<String> scopes) {
        return List.copyOf(new TreeSet<>(scopes));
    }

    private record Created(ApiKeyRecord record, String key) {}

    /**
     * What a new key gets.
     *
     * @param counterId the counter of the key that it replaces; null if it replaces none
     */
    private record Grant(
            boolean live,
            String label,
            @Nullable List<String> scopes,
            @Nullable List<String> pages,
            @Nullable Ceilings ceilings,
            @Nullable String counterId,
            @Nullable Instant expiry) {
        /** A key with ceilings shares its counter, so that several keys give away no more than it does alone. */
        String counter(Caller caller, String id) {
            Ceilings own = caller.ceilings();
            return own != null ? own.counterId() : counterId != null ? counterId : id;
        }
    }

    private Future<Created> insert(WriteContext write, Grant grant) {
        String key = KeyFormat.generate(grant.live());
        String id = write.newId();
        RotatingKey.Version newest = pepper.current();
        ApiKeyRecord record = new ApiKeyRecord(
                id,
                grant.live(),
                grant.label(),
                grant.scopes(),
                grant.pages(),
                grant.ceilings(),
                grant.counter(write.caller(), id),
                KeyFormat.prefix(key),
                KeyFormat.last4(key),
                write.realTime(),
                write.caller().principal().id(),
                grant.expiry(),
                null,
                null);
        return ApiKeyRows.insert(write, record, KeyFormat.hash(newest.bytes(), key), newest.id())
                .map(inserted -> new Created(record, key));
    }

    private Endpoint change() {
        Writing writing = Writing.of("updateApiKey", """
                Fields that are not sent keep their values. `scopes`, `pages` and `ceilings` are replaced as a whole; \
                null gives the key all scopes or pages, or removes the ceilings. Instances of the gateway follow \
                within 5 seconds. Returns 403 `missing_scope` unless the key that sends the request has all former \
                and new scopes, 403 `higher_ceiling` if the key has higher ceilings, and 409 `key_ended` if the key \
                was revoked or has expired.""", CHANGE);
        return writes.endpoint(HttpMethod.PATCH, ONE, "Update one API key", ApiKeyCodec.RESOURCE, writing, request -> {
            Input input = request.input(CHANGE, "keyId");
            Instant expiry = KeyGrants.end(input, request.caller(), clock.now());
            Ceilings ceilings = CeilingsCodec.read(input, request.caller().ceilings());
            input.check();
            String id = request.id("keyId");
            List<String> scopes = input.hasValue("scopes") ? sorted(input.texts("scopes")) : null;
            List<String> pages = pages(input);
            return write -> lock(write, id).compose(former -> {
                String label = input.text("label");
                ApiKeyRecord key = former.named(label == null ? former.label() : label)
                        .limitedTo(
                                input.has("scopes") ? scopes : former.scopes(),
                                input.has("pages") ? pages : former.pages(),
                                input.has(CeilingsCodec.NAME) ? ceilings : former.ceilings())
                        .expiring(input.has("expiresAt") ? expiry : former.expiresAt());
                KeyGrants.requireWithin(write.caller(), key.scopes(), key.ceilings());
                return PageIds.require(write, pages)
                        .compose(existing -> ApiKeyRows.update(write, former, key))
                        .map(done -> ApiKeyCodec.response(key));
            });
        });
    }

    /** Locks a key that works and that may do no more than the writing key. */
    private static Future<ApiKeyRecord> lock(WriteContext write, String id) {
        return ApiKeyRows.lock(write, id).map(key -> {
            KeyGrants.requireWithin(write.caller(), key.scopes(), key.ceilings());
            if (!key.isActive(write.realTime())) {
                throw ApiError.conflict("key_ended", "The API key was revoked or has expired");
            }
            return key;
        });
    }

    private Endpoint roll() {
        Writing writing = Writing.of("rollApiKey", """
                Replaces a key: creates one with the same label, mode, scopes, pages, ceilings and end, and lets the \
                former one expire after `overlapHours`, so that clients can change over. Both count towards the same \
                ceilings. Only this response has the new key.""", ROLL);
        return writes.endpoint(
                HttpMethod.POST,
                ONE + "/roll",
                "Replace one API key",
                ApiKeyCodec.RESOURCE,
                writing.creating().withResponseSchema(ApiKeyCodec.CREATED),
                sealed(this::roll));
    }

    private WriteExecutor.Command roll(Request request) {
        Input input = request.input(ROLL, "keyId").check();
        Long hours = input.integer("overlapHours");
        Duration overlap = Duration.ofHours(hours == null ? OVERLAP_DEFAULT : hours);
        String id = request.id("keyId");
        return write -> ApiKeyRows.requireRoom(write)
                .compose(room -> lock(write, id))
                .compose(former -> {
                    Instant end = write.realTime().plus(overlap);
                    Instant own = former.expiresAt();
                    Grant grant = new Grant(
                            former.live(),
                            former.label(),
                            former.scopes(),
                            former.pages(),
                            former.ceilings(),
                            former.counterId(),
                            own);
                    return ApiKeyRows.update(
                                    write, former, former.expiring(own == null || end.isBefore(own) ? end : own))
                            .compose(done -> insert(write, grant));
                })
                .map(created -> ApiKeyCodec.created(created.record(), created.key()));
    }

    private Endpoint revoke() {
        Writing writing = Writing.of("revokeApiKey", """
                Revokes a key for ever. Instances of the gateway reject it within 5 seconds. A key can revoke itself. \
                Revoked and expired keys are listed for 90 days. Revoking again changes nothing. Returns 403 \
                `missing_scope` if the key has scopes that the key that sends the request lacks.""", Body.NONE);
        return writes.endpoint(HttpMethod.DELETE, ONE, "Revoke one API key", ApiKeyCodec.RESOURCE, writing, request -> {
            request.input(Body.NONE, "keyId").check();
            String id = request.id("keyId");
            return write -> ApiKeyRows.lock(write, id).compose(former -> {
                KeyGrants.requireWithin(write.caller(), former.scopes(), former.ceilings());
                ApiKeyRecord key = former.revokedAt() == null ? former.revoked(write.realTime()) : former;
                return ApiKeyRows.update(write, former, key).map(done -> ApiKeyCodec.response(key));
            });
        });
    }
}
