package io.tollgate.accounts.member;

import io.tollgate.platform.resource.Principal;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A person's membership of a seller.
 *
 * @param memberId id of the member in this seller
 * @param name of the person; empty if not known
 * @param sellerName short name, which is used in addresses
 * @param displayName of the seller, for people
 * @param pages ids of the pages to which the member is restricted; null for all
 * @param offeredUntil until when the member can become the owner; null without an offer
 * @param visitedAt when the session last opened the pages of the seller, to the minute; null if it has not
 */
public record Membership(
        String memberId,
        String email,
        String name,
        Role role,
        String sellerId,
        String sellerName,
        String displayName,
        @Nullable Set<String> pages,
        @Nullable Instant offeredUntil,
        @Nullable Instant visitedAt) {
    public Membership {
        pages = pages == null ? null : Set.copyOf(pages);
    }

    /** Returns the name of the person, or the e-mail address without one. */
    public String label() {
        return name.isEmpty() ? email : name;
    }

    /** Returns who sends the requests of this member. */
    public Principal principal() {
        return Principal.ofMember(memberId, label());
    }
}
