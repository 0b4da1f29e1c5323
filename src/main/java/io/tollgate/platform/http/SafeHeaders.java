package io.tollgate.platform.http;

import io.netty.util.AsciiString;
import io.vertx.core.http.HttpServerResponse;

/**
 * Sets the security headers of every response: no caching, no content sniffing, no scripts and no framing. Responses
 * for browsers override them.
 */
public final class SafeHeaders {
    private static final CharSequence CACHE = new AsciiString("Cache-Control");
    private static final CharSequence NO_STORE = new AsciiString("no-store");
    private static final CharSequence TYPE = new AsciiString("X-Content-Type-Options");
    private static final CharSequence NO_SNIFF = new AsciiString("nosniff");
    private static final CharSequence POLICY = new AsciiString("Content-Security-Policy");
    private static final CharSequence DENY_ALL =
            new AsciiString("default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'");
    private static final CharSequence REFERRER = new AsciiString("Referrer-Policy");
    private static final CharSequence NO_REFERRER = new AsciiString("no-referrer");
    private static final CharSequence TRANSPORT = new AsciiString("Strict-Transport-Security");
    private static final CharSequence YEAR = new AsciiString("max-age=31536000; includeSubDomains");

    private SafeHeaders() {}

    /** @param encrypted whether the request came over TLS; browsers ignore Strict-Transport-Security otherwise */
    public static void on(HttpServerResponse response, boolean encrypted) {
        response.putHeader(CACHE, NO_STORE)
                .putHeader(TYPE, NO_SNIFF)
                .putHeader(POLICY, DENY_ALL)
                .putHeader(REFERRER, NO_REFERRER);
        if (encrypted) {
            response.putHeader(TRANSPORT, YEAR);
        }
    }
}
