package io.tollgate.accounts.member;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A person who is signed in, with all memberships, oldest seller first.
 *
 * @param token of the session
 * @param id of the session, which is no secret
 * @param startedAt when the person signed in
 * @param memberships empty if the person was removed from the last seller
 */
public record MemberSession(
        String token, String id, String email, Instant startedAt, Instant expiresAt, List<Membership> memberships) {
    public MemberSession {
        memberships = List.copyOf(memberships);
    }

    /** Returns the membership of a seller by its short name. */
    public Optional<Membership> of(String sellerName) {
        return memberships.stream()
                .filter(membership -> membership.sellerName().equals(sellerName))
                .findFirst();
    }

    @Override
    public String toString() {
        return "MemberSession[***]";
    }
}
