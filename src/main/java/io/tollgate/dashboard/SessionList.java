package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.dashboard.AccountView.Session;
import io.tollgate.dashboard.ListColumn.Format;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.FilterValues;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The browsers in which a member has opened the seller. */
record SessionList(DashboardApi api) {
    /** Follows the path of the member. */
    static final String BELOW = "/sessions";

    private static String target(String member) {
        return RecordList.MEMBERS.path() + "/" + member + BELOW;
    }

    Future<List<JsonNode>> read(DashboardRequest open, String member) {
        return api.get(open, target(member)).map(answer -> {
            List<JsonNode> sessions = new ArrayList<>();
            answer.at("/data/sessions").forEach(sessions::add);
            return sessions;
        });
    }

    /** @param path below which forms that end a session are sent */
    static List<Session> shown(DashboardRequest open, List<JsonNode> sessions, String path, ValueFormat format) {
        return sessions.stream()
                .map(session -> new Session(
                        session.path("userAgent").asText(""),
                        session.path("address").asText(""),
                        format.cell(Format.TIME, session.path("createdAt"), session),
                        format.cell(Format.TIME, session.path("lastSeenAt"), session),
                        isOfRequest(open, session) ? null : path + "/" + id(session) + "/end"))
                .toList();
    }

    static boolean isOfRequest(DashboardRequest open, JsonNode session) {
        return id(session).equals(open.session().id());
    }

    static String id(JsonNode session) {
        return session.path("id").asText();
    }

    /** Ends a session, which a person can begin again, so that it needs no preview. */
    Future<?> end(DashboardRequest open, String member, @Nullable String session) {
        if (session == null || !FilterValues.isId(session)) {
            throw ApiError.notFound("Page");
        }
        return api.write(open, HttpMethod.DELETE, target(member) + "/" + session, null, null);
    }
}
