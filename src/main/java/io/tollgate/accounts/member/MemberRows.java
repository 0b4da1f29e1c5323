package io.tollgate.accounts.member;

import static io.tollgate.accounts.member.MemberSessions.at;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of members besides their documents. */
final class MemberRows {
    /** Serializes the creation of members of a seller, so that none is one too many. */
    private static final String CREATING = "SELECT pg_advisory_xact_lock(hashtextextended('members of ' || $1, 0))";

    private static final String COUNT = "SELECT count(*) FROM member WHERE seller_id = $1";
    private static final String END_VISITS =
            "UPDATE member_visit SET ended_at = $3 WHERE seller_id = $1 AND member_id = $2 AND ended_at IS NULL";
    private static final String END_INVITATIONS = "DELETE FROM member_link WHERE invited_by = $1 AND email = $2";

    private MemberRows() {}

    /** Fails with 400 if the seller has as many members as it can have. */
    static Future<Void> requireRoom(WriteContext write) {
        Tuple seller = Tuple.of(write.scope().sellerId());
        return write.transaction()
                .preparedQuery(CREATING)
                .execute(seller)
                .compose(locked -> write.transaction().preparedQuery(COUNT).execute(seller))
                .map(rows -> {
                    if (rows.iterator().next().getLong(0) >= Members.MAX) {
                        throw ApiError.invalid(
                                "email", "cannot be added: there are " + Members.MAX + " members; remove one", null);
                    }
                    return null;
                });
    }

    /** Returns the columns that sign-in reads, besides those of the document. */
    static Map<String, Object> columns(@Nullable String name, @Nullable List<String> pages) {
        Map<String, Object> columns = new HashMap<>();
        columns.put("name", name == null ? "" : name);
        columns.put("pages", pages == null ? null : pages.toArray(String[]::new));
        return columns;
    }

    /** Ends the access of all sessions of a member to the seller, and deletes open invitations. */
    static Future<Void> end(WriteContext write, String memberId, String email) {
        String seller = write.scope().sellerId();
        return write.transaction()
                .preparedQuery(END_VISITS)
                .execute(Tuple.of(seller, memberId, at(write.realTime())))
                .compose(ended -> endInvitations(write, email));
    }

    static Future<Void> endInvitations(WriteContext write, String email) {
        return write.transaction()
                .preparedQuery(END_INVITATIONS)
                .execute(Tuple.of(write.scope().sellerId(), email))
                .mapEmpty();
    }
}
