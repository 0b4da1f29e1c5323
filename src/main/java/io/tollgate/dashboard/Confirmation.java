package io.tollgate.dashboard;

import io.tollgate.platform.clock.Clock;
import io.tollgate.pricing.Currency;
import java.math.BigDecimal;
import java.time.Duration;

/**
 * Asks members whose sign-in is some time ago for a new link or a passkey before they change what gives access, which
 * are API keys, members, the ownership and their own ways to sign in, and before large refunds. A session that somebody
 * took over is then not enough.
 *
 * @param validity how long a sign-in is recent
 * @param passkeys whether passkeys can be used
 * @param refundMax the largest refund that needs none, in units of its currency
 */
record Confirmation(FormGuard guard, Clock clock, Duration validity, boolean passkeys, long refundMax) {
    /** Returns whether the member has signed in recently. */
    boolean isRecent(DashboardRequest open) {
        return clock.now().isBefore(open.session().startedAt().plus(validity));
    }

    /** @param amount in the smallest unit of the currency */
    boolean isNeededForRefund(DashboardRequest open, long amount, String currency) {
        return Currency.isKnown(currency)
                && Currency.of(currency).major(amount).compareTo(BigDecimal.valueOf(refundMax)) > 0
                && !isRecent(open);
    }

    /**
     * Shows the forms that ask for a link or a passkey.
     *
     * @param section of the page
     * @param path of the page to which they lead
     */
    void show(DashboardRequest open, Section section, String path) {
        RecentSignInView view = new RecentSignInView(
                Frame.of(open, guard, section, "Confirm that it is you"),
                SignInPages.CONFIRM,
                path,
                validity.toMinutes(),
                passkeys ? PasskeySignInPages.CONFIRM : null,
                PasskeySignInPages.CONFIRM_OPTIONS);
        DashboardRenderer.send(open.ctx(), 403, "confirm", view);
    }
}
