package io.tollgate.storefront.pages;

import io.tollgate.catalog.model.PageBehavior.StepRedirect;
import io.tollgate.sales.checkout.Checkouts.Summary;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The page of the seller's site that embeds the offer after an order.
 *
 * @param url with the values of the order
 * @param origin as browsers write it
 * @param page the origin with the path, without query and fragment
 */
record OfferTarget(String url, String origin, String page) {
    /** Returns where the funnel of an order leads; null if no browser can open that. */
    static @Nullable OfferTarget of(Summary order) {
        StepRedirect step = order.page().offeredRedirect();
        if (step == null || step.url() == null || !RedirectAddress.isAllowed(step.url())) {
            return null;
        }
        String url = RedirectAddress.of(order)
                .build(
                        step.url(),
                        Objects.requireNonNullElse(step.path(), List.of()),
                        Objects.requireNonNullElse(step.query(), List.of()));
        String page = page(url);
        return page == null
                ? null
                : new OfferTarget(url, page.substring(0, page.indexOf('/', "https://".length())), page);
    }

    /** Returns the origin and the path of a URL, as browsers write them; null if it is no URL of a site. */
    static @Nullable String page(@Nullable String url) {
        if (url == null || !RedirectAddress.isAllowed(url)) {
            return null;
        }
        try {
            URI parsed = new URI(url).normalize();
            String scheme = parsed.getScheme().toLowerCase(Locale.ROOT);
            boolean usual = parsed.getPort() == (scheme.equals("https") ? 443 : 80) || parsed.getPort() < 0;
            String path = new URI(parsed.getRawPath()).toASCIIString();
            return scheme + "://" + parsed.getHost().toLowerCase(Locale.ROOT) + (usual ? "" : ":" + parsed.getPort())
                    + (path.isEmpty() ? "/" : path);
        } catch (URISyntaxException invalid) {
            return null;
        }
    }

    /** Returns the URL with a token in its fragment, which browsers send to no server. */
    String with(String token) {
        return url + (url.contains("#") ? "&" : "#") + "tollgate-offer=" + token;
    }
}
