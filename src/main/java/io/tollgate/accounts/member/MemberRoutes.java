package io.tollgate.accounts.member;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.db.SqlState;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.records.Rendering;
import io.tollgate.platform.write.PageIds;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Endpoints that invite, change and remove members. No caller can give more than it may do itself. */
public final class MemberRoutes {
    static final String ALL = Members.RESOURCE.path();
    static final String ONE = ALL + "/{memberId}";

    private static final Body CREATE = Body.of("MemberCreate", """
            { "email": "erika@example.com", "name": "Erika Muster", "role": "support" }
            """, Members.SCHEMA.create());
    private static final Body CHANGE = Body.of("MemberChange", "{ \"role\": \"finance\" }", Members.SCHEMA.change())
            .notEmpty();

    private final WriteExecutor writes;
    private final MemberLinks links;
    private final Invitations invitations;

    public MemberRoutes(WriteExecutor writes, MemberLinks links, Invitations invitations) {
        this.writes = writes;
        this.links = links;
        this.invitations = invitations;
    }

    public List<Endpoint> all() {
        return List.of(create(), change(), delete(), invite());
    }

    private Endpoint create() {
        Writing writing = Writing.of("createMember", """
                Adds a member and sends an invitation: a message with a link that signs in once and is valid for \
                `dashboard.invitationDays`. Returns 403 `missing_scope` if the role may do what the caller may not, \
                403 `live_key` for test keys, 403 `higher_ceiling` for keys with ceilings, 403 `key_expires` for keys \
                that expire, and 409 `member_exists` if the address is that of a member. A seller can have 100 \
                members: 400 for the next.""", CREATE).creating();
        return writes.endpoint(HttpMethod.POST, ALL, "Invite a member", Members.RESOURCE, writing, request -> {
            Input input = request.input(CREATE).check();
            Role role = Role.of(Objects.requireNonNull(input.text("role")));
            MemberGrants.requireAll(request.caller());
            MemberGrants.requireWithin(request.caller(), role);
            String email = Objects.requireNonNull(input.text("email"));
            String name = input.text("name");
            List<String> pages = pages(input);
            return write -> MemberRows.requireRoom(write)
                    .compose(room -> PageIds.require(write, pages))
                    .compose(known -> insert(
                            write,
                            Members.document(write.newId(), email, name, role, pages, write.realTime()),
                            MemberRows.columns(name, pages)))
                    .compose(stored -> invitations
                            .send(write, links, stored.record())
                            .compose(sent -> answer(write, 201, stored)));
        });
    }

    private static Future<Stored> insert(WriteContext write, ObjectNode member, Map<String, Object> columns) {
        columns.put("email", member.get("email").textValue());
        return write.insert(Members.RESOURCE, member, columns)
                .recover(failure -> Future.failedFuture(
                        SqlState.isTaken(failure)
                                ? ApiError.conflict("member_exists", "A member has this e-mail address")
                                : failure));
    }

    private static @Nullable List<String> pages(Input input) {
        return input.hasValue("pages") ? List.copyOf(new TreeSet<>(input.texts("pages"))) : null;
    }

    /** Returns a member as a get would show it now. */
    static Future<ApiResponse> answer(WriteContext write, int status, Stored member) {
        return write.answer(status, Members.RESOURCE, member, MemberStates.in(write));
    }

    /** Locks a member whom the caller can change. Throws a 409 for the owner. */
    private static Future<Stored> lock(WriteContext write, String id) {
        return write.lock(write.scope(), Members.RESOURCE, id).map(member -> {
            Role role = Members.role(member.record());
            MemberGrants.refuseOwner(role);
            MemberGrants.requireWithin(write.caller(), role);
            return member;
        });
    }

    private Endpoint change() {
        Writing writing = Writing.of("updateMember", """
                Fields that are not sent keep their values; null clears `name`, and gives the member all pages. The \
                change applies to the next request of the member. Returns 403 as `createMember` does, also for the \
                former role, and 409 `member_is_owner` for the owner.""", CHANGE);
        return writes.endpoint(HttpMethod.PATCH, ONE, "Update one member", Members.RESOURCE, writing, request -> {
            Input input = request.input(CHANGE, "memberId").check();
            MemberGrants.requireAll(request.caller());
            String role = input.text("role");
            if (role != null) {
                MemberGrants.requireWithin(request.caller(), Role.of(role));
            }
            String id = request.id("memberId");
            return write -> lock(write, id).compose(former -> {
                ObjectNode member = former.record().deepCopy();
                input.mergeInto(member);
                if (input.has("pages")) {
                    Members.setPages(member, pages(input));
                }
                List<String> pages = Members.pages(member);
                return PageIds.require(write, input.has("pages") ? pages : null)
                        .compose(known -> write.update(
                                Members.RESOURCE,
                                former,
                                member,
                                MemberRows.columns(member.path("name").textValue(), pages)))
                        .compose(stored -> answer(write, 200, stored));
            });
        });
    }

    private Endpoint delete() {
        Writing writing = Writing.of("deleteMember", """
                Removes a member and returns the record as it was. From the next request on, its sessions no longer \
                open the seller, and open invitations end. The person stays a member of other sellers. Returns 409 \
                `member_is_owner` for the owner.""", Body.NONE);
        return writes.endpoint(HttpMethod.DELETE, ONE, "Remove one member", Members.RESOURCE, writing, request -> {
            request.input(Body.NONE, "memberId").check();
            MemberGrants.requireAll(request.caller());
            String id = request.id("memberId");
            return write -> lock(write, id)
                    .compose(member -> MemberStates.in(write)
                            .of(write.catalog())
                            .compose(write.scope(), List.of(member.record().deepCopy()))
                            .compose(shown -> write.delete(Members.RESOURCE, member)
                                    .compose(done -> MemberRows.end(
                                            write,
                                            id,
                                            member.record().path("email").asText()))
                                    .map(ApiResponse.record(
                                            200,
                                            Buffer.buffer(
                                                    Rendering.render(Members.RESOURCE.fields(), shown.get(0)))))));
        });
    }

    private Endpoint invite() {
        Writing writing = Writing.of("inviteMember", """
                Sends the invitation again, with a new link. The former link ends. A member gets as many invitations \
                an hour as `rateLimits.resendsPerHour` allows: 429 for the next. Returns 409 `member_is_owner` for the \
                owner.""", Body.NONE);
        return writes.endpoint(
                HttpMethod.POST,
                ONE + "/invite",
                "Invite one member again",
                Members.RESOURCE,
                writing,
                request -> invite(request));
    }

    private WriteExecutor.Command invite(Request request) {
        request.input(Body.NONE, "memberId").check();
        MemberGrants.requireAll(request.caller());
        String id = request.id("memberId");
        return write -> lock(write, id)
                .compose(member ->
                        invitations.repeat(write, links, member.record()).compose(sent -> answer(write, 200, member)));
    }
}
