package io.tollgate.storefront;

import io.tollgate.cart.Buyer;
import io.tollgate.catalog.PageBehavior.Token;
import io.tollgate.checkout.Checkouts.Summary;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builds the address to which a buyer is redirected after a purchase, with values of the order. */
record RedirectAddress(Summary order) {
    private static final Logger LOG = LoggerFactory.getLogger(RedirectAddress.class);
    private static final int URL_MAX = 2_000;
    private static final int VALUE_MAX = 500;

    /** Stands for a value of the path that the order does not have, so that the other values keep their positions. */
    private static final String ABSENT = "-";

    /** Returns whether buyers can be redirected to a URL: http or https, to a host, without credentials. */
    static boolean isAllowed(String url) {
        if (url.length() > URL_MAX) {
            return false;
        }
        try {
            URI parsed = new URI(url);
            String scheme = String.valueOf(parsed.getScheme()).toLowerCase(Locale.ROOT);
            return (scheme.equals("https") || scheme.equals("http"))
                    && parsed.getHost() != null
                    && parsed.getRawUserInfo() == null;
        } catch (URISyntaxException invalid) {
            LOG.debug("A redirect URL is not valid: {}", invalid.getReason());
            return false;
        }
    }

    /** Appends the values of the tokens, percent-encoded, to the path and the query of a URL. */
    String build(String url, List<Token> path, List<Token> query) {
        int hash = url.indexOf('#');
        String fragment = hash < 0 ? "" : url.substring(hash);
        String whole = hash < 0 ? url : url.substring(0, hash);
        int mark = whole.indexOf('?');
        StringBuilder address = new StringBuilder(mark < 0 ? whole : whole.substring(0, mark));
        for (Token token : path) {
            if (address.charAt(address.length() - 1) != '/') {
                address.append('/');
            }
            address.append(segment(value(token)));
        }
        StringBuilder parameters = new StringBuilder(mark < 0 ? "" : whole.substring(mark + 1));
        for (Token token : query) {
            String value = value(token);
            if (value != null && token.parameter() != null) {
                parameters.append(parameters.isEmpty() ? "" : "&");
                parameters.append(Display.encode(token.parameter())).append('=').append(Display.encode(value));
            }
        }
        return address + (parameters.isEmpty() ? "" : "?" + parameters) + fragment;
    }

    /** Browsers resolve the segments {@code .} and {@code ..}, also when they are encoded. */
    private static String segment(@Nullable String value) {
        return value == null || value.matches("\\.{1,2}") ? ABSENT : Display.encode(value);
    }

    private @Nullable String value(Token token) {
        String name = token.identifier();
        if (name == null) {
            return null;
        }
        String value = "fields".equals(token.key()) ? order.facts().answers().get(name) : named(name);
        return value == null || value.isEmpty() || value.length() > VALUE_MAX ? null : value;
    }

    private @Nullable String named(String name) {
        Buyer buyer = order.facts().buyer();
        return switch (name) {
            case "orderId" -> order.orderId();
            case "amount" -> String.valueOf(order.quote().total());
            case "currency" -> order.currency();
            case "pageId" -> order.page().id();
            case "email", "customerEmail" -> buyer.email();
            case "name", "customerName" -> buyer.name();
            case "phone", "customerPhone" -> buyer.phone();
            case "companyName" -> buyer.company();
            default -> order.facts().queryParameters().get(name);
        };
    }
}
