package io.tollgate.accounts.member;

import static io.tollgate.accounts.member.MemberSessions.at;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;

/**
 * Endpoints that list and end the sessions of members. Members see their own; others need the scopes of members. A
 * seller sees the sessions that have opened its pages, and ends their access to its pages only.
 */
public final class MemberSessionRoutes {
    private static final String SESSIONS = MemberRoutes.ONE + "/sessions";

    private static final Endpoint.Schema LIST = new Endpoint.Schema(
            "MemberSessions",
            "The sessions of a member that have opened the dashboard of the seller, newest first.",
            List.of(Field.list(
                            "sessions",
                            Field.id("id").doc("Id of the session.").always(),
                            Field.time("createdAt")
                                    .doc("Time of the first request to the seller.")
                                    .always(),
                            Field.time("lastSeenAt")
                                    .doc("Time of the last request to the seller, to the minute.")
                                    .always(),
                            Field.time("expiresAt")
                                    .doc("Until then the session can be used.")
                                    .always(),
                            Field.text("address")
                                    .personal()
                                    .doc("IP address of the last request. Null if it is not known."),
                            Field.text("userAgent")
                                    .personal()
                                    .doc("`User-Agent` of the last request. Null if it is not known."))
                    .doc("Sessions that can be used.")
                    .always()));

    private static final String MEMBER = "SELECT FROM member WHERE seller_id = $1 AND id = $2";

    private static final String READ = """
            SELECT v.seller_id, NULL::boolean, v.session_id, v.created_at, v.seen_at, s.expires_at, v.address,
                   v.user_agent
            FROM member m
            JOIN member_visit v ON v.seller_id = m.seller_id AND v.member_id = m.id AND v.ended_at IS NULL
            JOIN member_session s ON s.email = m.email AND %s = v.session_id
            WHERE m.seller_id = $1 AND m.id = $2 AND s.expires_at > $3 AND s.seen_at > $4
            ORDER BY v.created_at DESC, v.session_id
            """.formatted(MemberSessions.ID.replace("token_hash", "s.token_hash"));

    private static final String END = """
            UPDATE member_visit SET ended_at = $4
            WHERE seller_id = $1 AND member_id = $2 AND session_id = $3 AND ended_at IS NULL
            """;

    /** Of the person's own session, which ends for all sellers. */
    private static final String DELETE =
            "DELETE FROM member_session WHERE email = $1 AND " + MemberSessions.ID + " = $2";

    private final WriteExecutor writes;
    private final Database database;
    private final Clock clock;
    private final DashboardSettings settings;

    public MemberSessionRoutes(WriteExecutor writes, Database database, Clock clock, DashboardSettings settings) {
        this.writes = writes;
        this.database = database;
        this.clock = clock;
        this.settings = settings;
    }

    public List<Endpoint> all() {
        return List.of(list(), end());
    }

    private Endpoint list() {
        return new Endpoint(
                        HttpMethod.GET,
                        SESSIONS,
                        "List the sessions of one member",
                        Endpoint.Shape.RECORD,
                        Members.RESOURCE,
                        this::list)
                .withResponseSchema(LIST);
    }

    private Future<ApiResponse> list(Request request) {
        String id = request.id("memberId");
        request.refuseParameters();
        MemberGrants.requireVisible(request.caller(), id, "members:read");
        Scope scope = request.caller().writing();
        Instant now = clock.now();
        return database.get(MEMBER, Tuple.of(scope.sellerId(), id))
                .map(MemberSessionRoutes::requireMember)
                .compose(found ->
                        database.get(READ, Tuple.of(scope.sellerId(), id, at(now), at(now.minus(settings.idleMax())))))
                .map(rows -> ApiResponse.record(200, sessions(scope, rows).toBuffer()));
    }

    private static RowSet<Row> requireMember(RowSet<Row> rows) {
        if (rows.size() == 0) {
            throw ApiError.notFound(Members.RESOURCE.noun());
        }
        return rows;
    }

    private static JsonObject sessions(Scope scope, RowSet<Row> rows) {
        JsonArray sessions = new JsonArray();
        for (Row row : rows) {
            TenantGuard.requireTenant(scope, row);
            sessions.add(new JsonObject()
                    .put("id", row.getString(2))
                    .put("createdAt", Times.text(row.getOffsetDateTime(3).toInstant()))
                    .put("lastSeenAt", Times.text(row.getOffsetDateTime(4).toInstant()))
                    .put("expiresAt", Times.text(row.getOffsetDateTime(5).toInstant()))
                    .put("address", row.getString(6))
                    .put("userAgent", row.getString(7)));
        }
        return new JsonObject().put("sessions", sessions);
    }

    private Endpoint end() {
        Writing writing = Writing.of("endMemberSession", """
                Ends the access of a session to the seller from the next request on. A member who ends an own session \
                ends it for all sellers. Returns 403 `missing_scope` if the role of the member may do what the caller \
                may not.""", Body.NONE).withResponseSchema(Endpoint.Schema.DELETED);
        return writes.endpoint(
                HttpMethod.DELETE,
                SESSIONS + "/{sessionId}",
                "End a session of one member",
                Members.RESOURCE,
                writing,
                request -> {
                    request.input(Body.NONE, "memberId", "sessionId").check();
                    String id = request.id("memberId");
                    String session = request.id("sessionId");
                    MemberGrants.requireVisible(request.caller(), id, "members:write");
                    boolean own = MemberGrants.isSelf(request.caller(), id);
                    if (!own) {
                        MemberGrants.requireAll(request.caller());
                    }
                    return write -> write.lock(write.scope(), Members.RESOURCE, id)
                            .compose(member -> end(write, member, session, own));
                });
    }

    private static Future<ApiResponse> end(WriteContext write, Stored member, String session, boolean own) {
        if (!own) {
            MemberGrants.requireWithin(write.caller(), Members.role(member.record()));
        }
        String id = member.record().path("id").asText();
        Tuple values = Tuple.of(write.scope().sellerId(), id, session, at(write.realTime()));
        return write.transaction()
                .preparedQuery(END)
                .execute(values)
                .compose(ended -> {
                    if (ended.rowCount() == 0) {
                        throw ApiError.notFound("Session");
                    }
                    return own
                            ? write.transaction()
                                    .preparedQuery(DELETE)
                                    .execute(Tuple.of(
                                            member.record().path("email").asText(), session))
                                    .<Void>mapEmpty()
                            : Future.<Void>succeededFuture();
                })
                .compose(ended -> write.audit(Members.RESOURCE, id, member.record(), member.record()))
                .map(ApiResponse.record(
                        200,
                        new JsonObject()
                                .put("success", true)
                                .put("message", "The session was ended.")
                                .toBuffer()));
    }
}
