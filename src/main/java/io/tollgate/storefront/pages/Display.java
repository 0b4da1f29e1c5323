package io.tollgate.storefront.pages;

import io.tollgate.accounts.seller.Sellers.Seller;
import io.tollgate.catalog.model.PageBehavior;
import io.tollgate.sales.purchase.Visit;
import io.vertx.ext.web.RoutingContext;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How a page is shown: on its own or in the frame of another site, in which colors, and whether as a preview.
 *
 * @param embedded whether the address asks for the page without its frame
 * @param parent origin of the embedding site, which receives the messages of the page; null if it is unknown
 * @param preview whether the page is not published
 * @param theme path of the style sheet with the seller's color; null for the default color
 * @param closesOutside whether a click outside of a pop-up closes it
 * @param ancestors the sites that may show the page in a frame, as in a content security policy
 * @param target the URL of another site to which a form of the page can lead; null without one
 * @param query the query of the address without the language, encoded, for links to other languages
 * @param savesCarts whether the script of the page saves what the visitor fills in
 */
public record Display(
        boolean embedded,
        @Nullable String parent,
        boolean preview,
        @Nullable String theme,
        boolean closesOutside,
        String ancestors,
        @Nullable String target,
        String query,
        boolean savesCarts) {
    static final String EMBED = Visit.EMBED;

    static final String LANGUAGE = "lang";
    static final String NO_SITE = "'none'";

    private static final String OWN_SITE = "'self'";

    /** All sites over https. A site under development is on the loopback interface. */
    static final String ANY_SITE = "https: http://localhost:* http://127.0.0.1:*";

    /** A page on its own in the default color. */
    static final Display PLAIN = new Display(false, null, false, null, false, NO_SITE, null, "", false);

    private static final Pattern ORIGIN =
            Pattern.compile("https?://[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::[1-9][0-9]{0,4})?");

    private static final Pattern LOOPBACK = Pattern.compile("http://(?:localhost|127\\.0\\.0\\.1)(?::[0-9]+)?");

    static Display of(RoutingContext ctx, Seller seller, PageBehavior behavior) {
        String embed = embed(ctx);
        boolean embedded = embed != null;
        return new Display(
                embedded,
                embedded && ORIGIN.matcher(embed).matches() ? embed : null,
                false,
                seller.accentColor() == null ? null : Theme.path(seller.accentColor()),
                behavior.closePopupOnClickOutside(),
                embedded ? ancestors(behavior) : NO_SITE,
                AfterPurchase.target(behavior, BuyerRequest.parameters(ctx)),
                query(ctx),
                seller.savesContacts());
    }

    /** Returns the display of a page on its own in the seller's color. */
    public static Display alone(Seller seller) {
        String theme = seller.accentColor() == null ? null : Theme.path(seller.accentColor());
        return new Display(false, null, false, theme, false, NO_SITE, null, "", false);
    }

    /** Returns this display of a page that is not published. The dashboard, which has the same origin, may frame it. */
    Display asPreview() {
        String frames = embedded ? ancestors : OWN_SITE;
        return new Display(embedded, parent, true, theme, closesOutside, frames, target, query, false);
    }

    /** Returns this display for the frame of one site only. */
    Display onlyOn(String origin) {
        return new Display(embedded, parent, preview, theme, closesOutside, origin, target, query, savesCarts);
    }

    /** Returns whether the site with this origin may show the page in a frame. */
    boolean allows(String origin) {
        return ancestors.equals(ANY_SITE)
                ? origin.startsWith("https:") || LOOPBACK.matcher(origin).matches()
                : List.of(ancestors.split(" ")).contains(origin);
    }

    /** Returns the value of the parameter that embeds a page; null if the page is shown on its own. */
    static @Nullable String embed(RoutingContext ctx) {
        String value = BuyerRequest.parameters(ctx).get(EMBED);
        return value != null && (value.equals("1") || ORIGIN.matcher(value).matches()) ? value : null;
    }

    private static String ancestors(PageBehavior behavior) {
        if (Boolean.FALSE.equals(behavior.allowEmbed())) {
            return NO_SITE;
        }
        if (behavior.allowedEmbedOrigins().isEmpty()) {
            return ANY_SITE;
        }
        String allowed = behavior.allowedEmbedOrigins().stream()
                .filter(origin -> ORIGIN.matcher(origin).matches())
                .collect(Collectors.joining(" "));
        return allowed.isEmpty() ? NO_SITE : allowed;
    }

    private static String query(RoutingContext ctx) {
        return BuyerRequest.parameters(ctx).entrySet().stream()
                .filter(one -> !one.getKey().equals(LANGUAGE))
                .map(one -> encode(one.getKey()) + "=" + encode(one.getValue()))
                .collect(Collectors.joining("&"));
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Returns a path of Tollgate with the language of this request, and with its embedding if there is one. */
    static String keep(RoutingContext ctx, String path) {
        Map<String, String> parameters = BuyerRequest.parameters(ctx);
        String language = Messages.language(parameters.get(LANGUAGE));
        String embed = embed(ctx);
        String kept = language != null ? "&lang=" + language : "";
        kept += embed == null ? "" : "&" + EMBED + "=" + encode(embed);
        return kept.isEmpty() ? path : path + (path.contains("?") ? "&" : "?") + kept.substring(1);
    }

    /** Returns the policy of a page that uses nothing but its own origin. */
    String policy() {
        return policy("");
    }

    /** @param processor the processor's origins */
    String policy(String processor) {
        String policy =
                PageRenderer.policy(processor).replace("frame-ancestors 'none'", "frame-ancestors " + ancestors);
        return target == null ? policy : policy.replace("form-action 'self'", "form-action 'self' " + origin(target));
    }

    /** Returns the origin of a URL. Browsers also check the target of a redirect after a form. */
    private static String origin(String url) {
        URI parsed = URI.create(url);
        return parsed.getScheme() + "://" + parsed.getRawAuthority();
    }

    /** Returns the policy of a page with a frame from its own origin. */
    String policyWithFrames() {
        return policy().replace("frame-src 'none'", "frame-src 'self'");
    }
}
