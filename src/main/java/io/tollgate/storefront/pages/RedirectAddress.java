package io.tollgate.storefront.pages;

import io.tollgate.catalog.model.PageBehavior.Token;
import io.tollgate.sales.cart.Answers;
import io.tollgate.sales.cart.Buyer;
import io.tollgate.sales.checkout.Checkouts.Summary;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds the address to which a visitor is redirected after a purchase or a submission, with values of it.
 *
 * @param named values by the names that tokens can have; null for a value that does not exist
 * @param answers the answers to the page's fields as text, by the ids of the fields
 * @param queryParameters query parameters of the page's address
 */
record RedirectAddress(
        Map<String, @Nullable String> named, Map<String, String> answers, Map<String, String> queryParameters) {
    private static final Logger LOG = LoggerFactory.getLogger(RedirectAddress.class);
    private static final int URL_MAX = 2_000;
    private static final int VALUE_MAX = 500;

    /** Stands for a value of the path that does not exist, so that the other values keep their positions. */
    private static final String ABSENT = "-";

    static RedirectAddress of(Summary order) {
        Map<String, @Nullable String> named =
                named(order.page().id(), order.facts().buyer());
        named.put("orderId", order.orderId());
        named.put("amount", String.valueOf(order.quote().total()));
        named.put("currency", order.currency());
        return new RedirectAddress(named, order.facts().answers(), order.facts().queryParameters());
    }

    static RedirectAddress ofSubmission(String id, String pageId, Answers given, Map<String, String> queryParameters) {
        Map<String, @Nullable String> named = named(pageId, new Buyer(given));
        named.put("submissionId", id);
        Map<String, String> answers = new HashMap<>();
        given.all().forEach(answer -> answers.put(answer.field().id(), answer.value()));
        return new RedirectAddress(named, answers, queryParameters);
    }

    private static Map<String, @Nullable String> named(String pageId, Buyer buyer) {
        Map<String, @Nullable String> named = new HashMap<>();
        named.put("pageId", pageId);
        named.put("email", buyer.email());
        named.put("customerEmail", buyer.email());
        named.put("name", buyer.name());
        named.put("customerName", buyer.name());
        named.put("phone", buyer.phone());
        named.put("customerPhone", buyer.phone());
        named.put("companyName", buyer.company());
        return named;
    }

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
        String value = "fields".equals(token.key())
                ? answers.get(name)
                : named.containsKey(name) ? named.get(name) : queryParameters.get(name);
        return value == null || value.isEmpty() || value.length() > VALUE_MAX ? null : value;
    }
}
