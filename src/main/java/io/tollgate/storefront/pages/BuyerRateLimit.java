package io.tollgate.storefront.pages;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tollgate.catalog.model.BuyerField;
import io.tollgate.catalog.model.BuyerField.Element;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.server.RateLimitSettings;
import io.tollgate.platform.server.TokenBuckets;
import io.tollgate.platform.server.TokenBuckets.Rate;
import io.tollgate.sales.cart.SubmittedAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Limits what anyone can do on hosted pages, by network address, e-mail address, page and seller. Shared by all event
 * loops.
 */
public final class BuyerRateLimit {
    private static final int TRIED_CODES_MAX = 100_000;

    private final TokenBuckets addresses = new TokenBuckets();
    private final TokenBuckets forms = new TokenBuckets();
    private final TokenBuckets files = new TokenBuckets();
    private final TokenBuckets links = new TokenBuckets();
    private final TokenBuckets carts = new TokenBuckets();
    private final TokenBuckets agentCarts = new TokenBuckets();
    private final TokenBuckets orders = new TokenBuckets();
    private final TokenBuckets emails = new TokenBuckets();
    private final TokenBuckets pages = new TokenBuckets();
    private final TokenBuckets sellers = new TokenBuckets();
    private final TokenBuckets codes = new TokenBuckets();
    private final TokenBuckets pageCodes = new TokenBuckets();
    private final TokenBuckets cardTries = new TokenBuckets();
    private final TokenBuckets onceTries = new TokenBuckets();
    private final TokenBuckets pageOnceTries = new TokenBuckets();
    private final Cache<String, Boolean> triedCodes = Caffeine.newBuilder()
            .maximumSize(TRIED_CODES_MAX)
            .expireAfterWrite(Duration.ofHours(1))
            .build();
    private final RateLimitSettings settings;
    private final Rate requestRate;
    private final Rate formRate;
    private final Rate fileRate;
    private final Rate linkRate;
    private final Rate cartRate;

    public BuyerRateLimit(RateLimitSettings settings) {
        this.settings = settings;
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

    /**
     * Takes a token for the cart of a buying agent: of its network address, and of the seller.
     *
     * @param address null if it is not known
     * @throws ApiError 429 if one of them has none left
     */
    void takeAgentCart(@Nullable String address, Scope scope) {
        if (address != null) {
            carts.take(address, 1, cartRate);
        }
        agentCarts.take(scope.sellerId(), 1, Rate.perMinute(settings.sellerOrdersPerMinute()));
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

    /**
     * Takes a token for an order of an address, of its page and of its seller.
     *
     * @param address null if it is not known
     * @throws ApiError 429 if one of them has none left
     */
    void takeOrder(@Nullable String address, Scope scope, String pageId) {
        if (address != null) {
            orders.take(address, 1, Rate.perHour(settings.buyerOrdersPerHour()));
        }
        takePage(scope, pageId);
    }

    /**
     * Takes a token for an order or a submission of a page and of its seller.
     *
     * @throws ApiError 429 if one of them has none left
     */
    void takePage(Scope scope, String pageId) {
        pages.take(pageId, 1, Rate.perMinute(settings.pageOrdersPerMinute()));
        sellers.take(scope.sellerId(), 1, Rate.perMinute(settings.sellerOrdersPerMinute()));
    }

    /**
     * Takes a token for an order or a submission with an e-mail address, which receives messages about it.
     *
     * @throws ApiError 429 if the address has none left at this seller
     */
    void takeEmail(Scope scope, String email) {
        String key = scope.sellerId() + " " + email.strip().toLowerCase(Locale.ROOT);
        emails.take(key, 1, Rate.perHour(settings.emailOrdersPerHour()));
    }

    /**
     * Takes a token for a coupon code. The same code again takes none: the summary of a page sends it with every
     * change.
     *
     * @throws ApiError 429 if the address, or all addresses on this page together, have tried too many in an hour
     */
    void takeCode(@Nullable String address, String pageId, String code) {
        String key = pageId + " " + code.strip().toLowerCase(Locale.ROOT) + " " + address;
        if (triedCodes.getIfPresent(key) != null) {
            return;
        }
        if (address != null) {
            codes.take(address, 1, Rate.perHour(settings.buyerCodesPerHour()));
        }
        pageCodes.take(pageId, 1, Rate.perHour(settings.pageCodesPerHour()));
        triedCodes.put(key, true);
    }

    /**
     * Takes a token for a charge of a saved card.
     *
     * @throws ApiError 429 if the address has tried too often in an hour
     */
    void takeCardTry(String address) {
        cardTries.take(address, 1, Rate.perHour(settings.buyerCardTriesPerHour()));
    }

    /**
     * Takes a token for an order of a page that each customer can buy from only once. Its response reveals whether the
     * e-mail address has bought.
     *
     * @throws ApiError 429 if the address on this page, or all addresses on it together, have tried too many in an hour
     */
    void takeOnce(@Nullable String address, String pageId) {
        if (address != null) {
            onceTries.take(pageId + " " + address, 1, Rate.perHour(settings.buyerOncePerHour()));
        }
        pageOnceTries.take(pageId, 1, Rate.perHour(settings.pageOncePerHour()));
    }

    /** Returns the e-mail addresses among the answers to a page's fields, to which confirmations are sent. */
    static List<String> emails(List<BuyerField> fields, List<SubmittedAnswer> answers) {
        Set<String> ids = fields.stream()
                .filter(field -> field.element() == Element.EMAIL)
                .map(BuyerField::id)
                .collect(Collectors.toSet());
        return answers.stream()
                .filter(answer -> answer.text() != null && ids.contains(String.valueOf(answer.fieldId())))
                .map(answer -> String.valueOf(answer.text()))
                .distinct()
                .toList();
    }
}
