package io.tollgate.dashboard;

import io.tollgate.accounts.member.MemberSession;
import io.tollgate.accounts.member.Membership;
import io.tollgate.platform.http.Caller;
import io.tollgate.platform.server.RateLimitSettings;
import io.vertx.ext.web.RoutingContext;

/**
 * A request of a member to the pages of a seller, in live or test mode.
 *
 * @param caller under which the pages call the API
 */
record DashboardRequest(RoutingContext ctx, MemberSession session, Membership membership, boolean live, Caller caller) {
    static DashboardRequest of(
            RoutingContext ctx, MemberSession session, Membership membership, boolean live, RateLimitSettings rates) {
        Caller caller = new Caller(
                membership.principal(),
                membership.sellerId(),
                live,
                membership.role().scopes(),
                null,
                membership.pages(),
                null,
                rates.keyPerSecond(),
                rates.keyBurst());
        return new DashboardRequest(ctx, session, membership, live, caller);
    }

    /** Returns the path of a section, in the mode of this request. */
    String path(Section section) {
        return path(live, section);
    }

    String path(boolean inLive, Section section) {
        return path(membership.sellerName(), inLive) + section.path();
    }

    /** Returns the path of the pages of a seller. */
    static String path(String sellerName, boolean live) {
        return Dashboard.PATH + "/" + sellerName + (live ? "" : Dashboard.TEST);
    }

    boolean may(String scope) {
        return caller.may(scope);
    }

    /** Returns whether the member may do what a scope names with everything, and not with some pages only. */
    boolean mayWithAll(String scope) {
        return caller.pages() == null && caller.may(scope);
    }
}
