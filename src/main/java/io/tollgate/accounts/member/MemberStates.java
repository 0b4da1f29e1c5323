package io.tollgate.accounts.member;

import static io.tollgate.accounts.member.MemberSessions.at;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds to members when they were last seen, and which invitations and offers are open. */
public final class MemberStates {
    private static final String READ = """
            SELECT m.seller_id, NULL::boolean, m.id, m.seen_at, m.ownership_offer_until,
                   (SELECT max(l.expires_at) FROM member_link l
                    WHERE l.invited_by = $1 AND l.email = m.email AND l.used_at IS NULL)
            FROM member m WHERE m.seller_id = $1
            """;

    private MemberStates() {}

    public static Composition composition(Database database, Clock clock) {
        return (scope, members) ->
                database.get(READ, Tuple.of(scope.sellerId())).map(rows -> composed(scope, members, rows, clock.now()));
    }

    /** Returns a composition that sees the changes of a write. */
    static Composition.Factory in(WriteContext write) {
        return documents -> (scope, members) -> write.transaction()
                .preparedQuery(READ)
                .execute(Tuple.of(scope.sellerId()))
                .map(rows -> composed(scope, members, rows, write.realTime()));
    }

    private static List<ObjectNode> composed(Scope scope, List<ObjectNode> members, RowSet<Row> rows, Instant now) {
        Map<String, Row> states = new HashMap<>();
        for (Row row : rows) {
            TenantGuard.requireTenant(scope, row);
            states.put(row.getString(2), row);
        }
        for (ObjectNode member : members) {
            Row state = states.get(member.path("id").asText());
            member.put("lastSeenAt", time(state, 3, null));
            member.put("invitationExpiresAt", time(state, 5, now));
            member.put("ownershipOfferExpiresAt", time(state, 4, now));
        }
        return members;
    }

    /** @param after which the time must be; null for any */
    private static @Nullable String time(@Nullable Row state, int column, @Nullable Instant after) {
        OffsetDateTime time = state == null ? null : state.getOffsetDateTime(column);
        if (time == null || (after != null && !time.isAfter(at(after)))) {
            return null;
        }
        return Times.text(time.toInstant());
    }
}
