package io.tollgate.accounts.member;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.Caller;
import io.tollgate.platform.resource.Principal;

/** What a caller can give to members: no more than it may do itself. */
final class MemberGrants {
    private MemberGrants() {}

    /**
     * Requires that the caller can change members. Members see live mode and give away any amount for any time, so keys
     * that cannot do that would make themselves more powerful.
     */
    static void requireAll(Caller caller) {
        boolean key = caller.principal().kind() == Principal.Kind.API_KEY;
        if (key && !caller.live()) {
            throw ApiError.forbidden("live_key", "Members see live mode. Use a live API key to change them.");
        }
        if (caller.ceilings() != null) {
            throw ApiError.forbidden("higher_ceiling", "Members have no ceilings. Use a key without ceilings.");
        }
        if (caller.expiresAt() != null) {
            throw ApiError.forbidden("key_expires", "Members have no end. Use a key that does not expire.");
        }
    }

    /** Requires that the caller may do all that a role may. */
    static void requireWithin(Caller caller, Role role) {
        role.scopes().stream().sorted().forEach(caller::require);
    }

    /** Fails with 409 for the owner, whom only a transfer of the ownership changes. */
    static void refuseOwner(Role role) {
        if (role == Role.OWNER) {
            throw ApiError.conflict(
                    "member_is_owner", "The owner cannot be changed or removed. Transfer the ownership first.");
        }
    }

    /**
     * Throws a 404 if the caller sees itself only, and this is another member.
     *
     * @param scope that others need
     */
    static void requireVisible(Caller caller, String memberId, String scope) {
        boolean others = caller.pages() == null && caller.may(scope);
        if (!others && !isSelf(caller, memberId)) {
            throw ApiError.notFound(Members.RESOURCE.noun());
        }
    }

    /** Returns whether a member asks about itself. */
    static boolean isSelf(Caller caller, String memberId) {
        return memberId.equals(caller.principal().memberId());
    }
}
