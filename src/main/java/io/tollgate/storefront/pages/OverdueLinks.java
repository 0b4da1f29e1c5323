package io.tollgate.storefront.pages;

import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.RecordTokens;
import io.tollgate.platform.secret.RotatingKey;
import java.time.Duration;
import java.time.Instant;

/** Signs the links to the pages on which a subscriber pays what is due after a failed charge, or replaces the card. */
public final class OverdueLinks {
    /** How long a link is valid. Most schedules of retries end before. */
    public static final Duration VALIDITY = Duration.ofDays(30);

    /** Follows the path of what is due. */
    static final String CARD = "/card";

    private final RecordTokens tokens;
    private final String publicUrl;

    /** @param publicUrl the address at which buyers reach Tollgate, without a trailing slash */
    public OverdueLinks(RotatingKey key, String publicUrl) {
        this.tokens = new RecordTokens("overdue", key);
        this.publicUrl = publicUrl;
    }

    RecordTokens tokens() {
        return tokens;
    }

    static String path(String sellerName, String token) {
        return "/s/" + sellerName + "/overdue/" + token;
    }

    /** Returns the link for the subscriber of a subscription. */
    public String sign(Scope scope, String sellerName, String subscriptionId, Instant expiresAt) {
        return publicUrl + path(sellerName, tokens.sign(scope, subscriptionId, expiresAt));
    }

    /** Returns the link to the page on which the subscriber replaces the card, also if nothing is due. */
    public String signCard(Scope scope, String sellerName, String subscriptionId, Instant expiresAt) {
        return sign(scope, sellerName, subscriptionId, expiresAt) + CARD;
    }
}
