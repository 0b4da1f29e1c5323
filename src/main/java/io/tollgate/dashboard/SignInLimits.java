package io.tollgate.dashboard;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.server.RateLimitSettings;
import io.tollgate.platform.server.TokenBuckets;
import io.tollgate.platform.server.TokenBuckets.Rate;

/**
 * Limits requests to the dashboard by network address, and links by e-mail address. Shared by all
 * event loops.
 */
public final class SignInLimits {
    private final TokenBuckets addresses = new TokenBuckets();
    private final TokenBuckets forms = new TokenBuckets();
    private final TokenBuckets links = new TokenBuckets();
    private final Rate requestRate;
    private final Rate formRate;
    private final Rate linkRate;

    public SignInLimits(RateLimitSettings settings) {
        this.requestRate = Rate.perSecond(settings.buyerBurst(), settings.buyerPerSecond());
        this.formRate = Rate.perHour(settings.buyerFormsPerHour());
        this.linkRate = Rate.perHour(settings.buyerLinksPerHour());
    }

    /**
     * Takes a token for a request.
     *
     * @throws ApiError 429 if none is left
     */
    void take(String address) {
        addresses.take(address, 1, requestRate);
    }

    /**
     * Takes a token for a form that asks for a link, or that uses one.
     *
     * @throws ApiError 429 if the address has sent too many in an hour
     */
    void takeForm(String address) {
        forms.take(address, 1, formRate);
    }

    /** Takes a token for a link. Returns false if the e-mail address got too many in an hour. */
    boolean takeLink(String email) {
        return links.tryTake(email, linkRate);
    }
}
