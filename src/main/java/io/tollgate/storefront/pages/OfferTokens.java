package io.tollgate.storefront.pages;

import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.RecordTokens;
import io.tollgate.platform.secret.RotatingKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Signs what a buyer takes along from a purchase to the site of the seller, which embeds the offer: the first order,
 * the end of the offer, and the host that the purchase was embedded from. The token alone permits to accept the offer.
 */
record OfferTokens(RotatingKey key) {
    private static final Pattern TOKEN = Pattern.compile("([A-Za-z0-9_-]{1,400})\\.(.{70,300})");

    /** @param host the host of Tollgate from which the first purchase was embedded, in lower case */
    record Pass(String host, Scope scope, String checkoutId, Instant expiresAt) {}

    String sign(Pass pass) {
        return Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(pass.host().getBytes(StandardCharsets.UTF_8)) + "."
                + tokens(pass.host()).sign(pass.scope(), pass.checkoutId(), pass.expiresAt());
    }

    /** Returns what a token permits; null if Tollgate has not signed it. The caller checks the host and the time. */
    @Nullable
    Pass read(@Nullable String token) {
        Matcher parts = TOKEN.matcher(token == null ? "" : token);
        if (!parts.matches() || parts.group(1).length() % 4 == 1) {
            return null;
        }
        String host = new String(Base64.getUrlDecoder().decode(parts.group(1)), StandardCharsets.UTF_8);
        RecordTokens.Key found = tokens(host).key(parts.group(2));
        return found == null || found.expiresAt() == null
                ? null
                : new Pass(host, found.scope(), found.id(), found.expiresAt());
    }

    private RecordTokens tokens(String host) {
        return new RecordTokens("offer\n" + host, key);
    }
}
