package io.tollgate.dashboard;

import io.tollgate.platform.clock.Clock;
import java.time.Duration;

/**
 * Asks members whose sign-in is some time ago for a new link before they change what gives access: API keys, members
 * and the ownership. A session that somebody took over is then not enough.
 *
 * @param validity how long a sign-in is recent
 */
record Confirmation(FormGuard guard, Clock clock, Duration validity) {
    /** Returns whether the member has signed in recently. */
    boolean isRecent(DashboardRequest open) {
        return clock.now().isBefore(open.session().startedAt().plus(validity));
    }

    /**
     * Shows the form that asks for a link.
     *
     * @param section of the page
     * @param path of the page to which the link leads
     */
    void show(DashboardRequest open, Section section, String path) {
        RecentSignInView view = new RecentSignInView(
                Frame.of(open, guard, section, "Confirm that it is you"),
                SignInPages.CONFIRM,
                path,
                validity.toMinutes());
        DashboardRenderer.send(open.ctx(), 403, "confirm", view);
    }
}
