package io.tollgate.accounts.member;

import static io.tollgate.accounts.member.MemberSessions.at;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.Caller;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Endpoints that transfer the ownership of a seller in two steps: the owner offers it to a member, and this member
 * accepts. Only members can do so, in the dashboard, because a key is no person.
 */
public final class OwnershipRoutes {
    private static final String OFFER = MemberRoutes.ONE + "/ownership-offer";
    private static final String OFFERED = "ownershipOfferExpiresAt";

    /** All rows that a transfer changes, in one order, so that concurrent transfers cannot deadlock. */
    private static final String LOCK = """
            SELECT id, role, ownership_offer_until FROM member
            WHERE seller_id = $1 AND (id = $2 OR role = 'owner' OR ownership_offer_until IS NOT NULL)
            ORDER BY id FOR NO KEY UPDATE
            """;

    private static final String WITHDRAW = "UPDATE member SET ownership_offer_until = NULL"
            + " WHERE seller_id = $1 AND ownership_offer_until IS NOT NULL";
    private static final String SET = "UPDATE member SET ownership_offer_until = $3 WHERE seller_id = $1 AND id = $2";

    private final WriteExecutor writes;
    private final DashboardSettings settings;

    public OwnershipRoutes(WriteExecutor writes, DashboardSettings settings) {
        this.writes = writes;
        this.settings = settings;
    }

    public List<Endpoint> all() {
        return List.of(offer(), withdraw(), accept());
    }

    private Endpoint offer() {
        Writing writing = Writing.of("offerOwnership", """
                Begins the transfer of the ownership: the member can accept it in the dashboard within \
                `dashboard.invitationDays`. It replaces an offer to another member. Returns 403 `owner_only` unless \
                the owner does it in the dashboard, and 409 `member_is_owner` for the owner.""", Body.NONE);
        return endpoint(HttpMethod.POST, OFFER, "Offer the ownership to one member", writing, (write, id) -> {
            requireOwner(write.caller());
            Instant end = write.realTime().plus(settings.invitationValidity());
            return lock(write, id)
                    .compose(transfer -> member(write, id).compose(member -> {
                        if (!write.caller().principal().id().equals(transfer.owner)) {
                            throw ownerOnly();
                        }
                        MemberGrants.refuseOwner(Members.role(member.record()));
                        return execute(write, WITHDRAW, Tuple.of(write.scope().sellerId()))
                                .compose(ended -> execute(
                                        write, SET, Tuple.of(write.scope().sellerId(), id, at(end))))
                                .compose(set -> audit(write, member, transfer.until, end))
                                .compose(done -> MemberRoutes.answer(write, 200, member));
                    }));
        });
    }

    private Endpoint withdraw() {
        Writing writing = Writing.of("withdrawOwnershipOffer", """
                Ends an offer of the ownership. Returns 403 `owner_only` unless the owner does it in the dashboard, \
                and 404 if the member has no offer.""", Body.NONE);
        return endpoint(HttpMethod.DELETE, OFFER, "Withdraw the offer of the ownership", writing, (write, id) -> {
            requireOwner(write.caller());
            return lock(write, id)
                    .compose(transfer -> member(write, id).compose(member -> {
                        if (transfer.until == null) {
                            throw ApiError.notFound("Offer");
                        }
                        return execute(write, WITHDRAW, Tuple.of(write.scope().sellerId()))
                                .compose(ended -> audit(write, member, transfer.until, null))
                                .compose(done -> MemberRoutes.answer(write, 200, member));
                    }));
        });
    }

    private Endpoint accept() {
        Writing writing = Writing.of("acceptOwnership", """
                Makes a member with an offer the owner, who sees all pages. The former owner becomes a manager. \
                Returns 403 `member_only` unless the member does it in the dashboard, and 409 `no_offer` without an \
                offer or after its end.""", Body.NONE);
        return endpoint(HttpMethod.POST, OFFER + "/accept", "Accept the ownership", writing, (write, id) -> {
            MemberGrants.requireVisible(write.caller(), id, "members:read");
            if (!MemberGrants.isSelf(write.caller(), id)) {
                throw ApiError.forbidden("member_only", "Only the member can accept the ownership, in the dashboard.");
            }
            return lock(write, id).compose(transfer -> {
                if (transfer.until == null || !transfer.until.isAfter(write.realTime()) || transfer.owner == null) {
                    throw ApiError.conflict("no_offer", "The ownership is not offered to this member, or no longer.");
                }
                return execute(write, WITHDRAW, Tuple.of(write.scope().sellerId()))
                        // The former owner first, because a seller never has two.
                        .compose(ended -> become(write, transfer.owner, Role.MANAGER))
                        .compose(former -> become(write, id, Role.OWNER))
                        .compose(owner -> MemberRoutes.answer(write, 200, owner));
            });
        });
    }

    private Endpoint endpoint(HttpMethod method, String path, String summary, Writing writing, Step step) {
        return writes.endpoint(method, path, summary, Members.RESOURCE, writing, request -> {
            request.input(Body.NONE, "memberId").check();
            String id = request.id("memberId");
            return write -> step.of(write, id);
        });
    }

    private interface Step {
        Future<ApiResponse> of(WriteContext write, String memberId);
    }

    /**
     * What a transfer has locked.
     *
     * @param owner id of the owner; null if the seller has none
     * @param until end of the offer to the member of the request; null without one
     */
    private record Transfer(
            @Nullable String owner, @Nullable Instant until) {}

    private static Future<Transfer> lock(WriteContext write, String id) {
        return write.transaction()
                .preparedQuery(LOCK)
                .execute(Tuple.of(write.scope().sellerId(), id))
                .map(rows -> {
                    String owner = null;
                    Instant until = null;
                    for (Row row : rows) {
                        OffsetDateTime end = row.getOffsetDateTime(2);
                        owner = row.getString(1).equals(Role.OWNER.wire()) ? row.getString(0) : owner;
                        until = row.getString(0).equals(id) && end != null ? end.toInstant() : until;
                    }
                    return new Transfer(owner, until);
                });
    }

    private static Future<Stored> member(WriteContext write, String id) {
        return write.lock(write.scope(), Members.RESOURCE, id);
    }

    private static Future<Stored> become(WriteContext write, String id, Role role) {
        return member(write, id).compose(former -> {
            ObjectNode member = former.record().deepCopy().put("role", role.wire());
            Members.setPages(member, null);
            return write.update(
                    Members.RESOURCE,
                    former,
                    member,
                    MemberRows.columns(member.path("name").textValue(), null));
        });
    }

    private static void requireOwner(Caller caller) {
        boolean all = caller.scopes() != null && caller.scopes().equals(Role.OWNER.scopes());
        if (caller.principal().memberId() == null || !all) {
            throw ownerOnly();
        }
    }

    private static ApiError ownerOnly() {
        return ApiError.forbidden("owner_only", "Only the owner can transfer the ownership, in the dashboard.");
    }

    private static Future<Void> execute(WriteContext write, String sql, Tuple values) {
        return write.transaction().preparedQuery(sql).execute(values).mapEmpty();
    }

    private static Future<Void> audit(
            WriteContext write, Stored member, @Nullable Instant before, @Nullable Instant after) {
        return write.audit(
                Members.RESOURCE,
                member.record().path("id").asText(),
                member.record().deepCopy().put(OFFERED, before == null ? null : Times.text(before)),
                member.record().deepCopy().put(OFFERED, after == null ? null : Times.text(after)));
    }
}
