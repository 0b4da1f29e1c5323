package io.tollgate.storefront.pages;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.server.RateLimitSettings;
import io.tollgate.platform.server.TokenBuckets;
import io.tollgate.platform.server.TokenBuckets.Rate;

/** Limits the requests of one network address to hosted pages. Shared by all event loops. */
public final class BuyerRateLimit {
    private final TokenBuckets addresses = new TokenBuckets();
    private final TokenBuckets forms = new TokenBuckets();
    private final TokenBuckets files = new TokenBuckets();
    private final TokenBuckets links = new TokenBuckets();
    private final TokenBuckets carts = new TokenBuckets();
    private final Rate requestRate;
    private final Rate formRate;
    private final Rate fileRate;
    private final Rate linkRate;
    private final Rate cartRate;

    public BuyerRateLimit(RateLimitSettings settings) {
        this.requestRate = Rate.perSecond(settings.buyerBurst(), settings.buyerPerSecond());
        this.formRate = Rate.perHour(settings.buyerFormsPerHour());
        this.fileRate = Rate.perHour(settings.buyerFilesPerHour());
        this.linkRate = Rate.perHour(settings.buyerLinksPerHour());
        this.cartRate = Rate.perHour(settings.buyerCartsPerHour());
    }

    /**
     * Takes a token of an address.
     *
     * @throws ApiError 429 if none is left
     */
    void take(String address) {
        addresses.take(address, 1, requestRate);
    }

    /**
     * Takes a token for a submission of a form.
     *
     * @throws ApiError 429 if the address has sent too many in an hour
     */
    public void takeForm(String address) {
        forms.take(address, 1, formRate);
    }

    /** Takes a token for a link to a seller's portal. Returns false if the e-mail address got too many in an hour. */
    public boolean takeLink(Scope scope, String email) {
        return links.tryTake(scope.sellerId() + scope.live() + email, linkRate);
    }

    /** Takes a token for a cart that is saved for the first time. Returns false if the address saved too many. */
    boolean tryTakeCart(String address) {
        return carts.tryTake(address, cartRate);
    }

    /**
     * Takes a token for each file of a form.
     *
     * @throws ApiError 429 if the address has sent too many in an hour
     */
    void takeFiles(String address, int count) {
        files.take(address, count, fileRate);
    }
}
